package dev.weir.rsocket.metadata;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The MIME types that are one byte on the wire ({@code Extensions/WellKnownMimeTypes.md}). */
final class MimeTypes {
    private static final List<String> FROM_0 = List.of(
            "application/avro",
            "application/cbor",
            "application/graphql",
            "application/gzip",
            "application/javascript",
            "application/json",
            "application/octet-stream",
            "application/pdf",
            "application/vnd.apache.thrift.binary",
            "application/vnd.google.protobuf",
            "application/xml",
            "application/zip",
            "audio/aac",
            "audio/mp3",
            "audio/mp4",
            "audio/mpeg3",
            "audio/mpeg",
            "audio/ogg",
            "audio/opus",
            "audio/vorbis",
            "image/bmp",
            "image/gif",
            "image/heic-sequence",
            "image/heic",
            "image/heif-sequence",
            "image/heif",
            "image/jpeg",
            "image/png",
            "image/tiff",
            "multipart/mixed",
            "text/css",
            "text/csv",
            "text/html",
            "text/plain",
            "text/xml",
            "video/H264",
            "video/H265",
            "video/VP8",
            "application/x-hessian",
            "application/x-java-object",
            "application/cloudevents+json",
            "application/x-capnp",
            "application/x-flatbuffers");

    private static final List<String> FROM_7A = List.of(
            DataType.TYPE, AcceptTypes.TYPE, Authentication.TYPE, Tracing.TYPE, Routing.TYPE, CompositeMetadata.TYPE);

    static final Labels LABELS = new Labels("MIME type", ids());

    private MimeTypes() {}

    private static Map<String, Integer> ids() {
        Map<String, Integer> ids = new HashMap<>();
        FROM_0.forEach(name -> ids.put(name, ids.size()));
        FROM_7A.forEach(name -> ids.put(name, 0x7a + FROM_7A.indexOf(name)));
        return Map.copyOf(ids);
    }
}
