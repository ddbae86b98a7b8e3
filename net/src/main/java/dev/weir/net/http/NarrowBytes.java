package dev.weir.net.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.DeserializationConfig;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.KeyDeserializer;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.deser.BeanDeserializerModifier;
import com.fasterxml.jackson.databind.deser.std.DelegatingDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.ArrayType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Refuses 128 to 255 for a byte, which Jackson reads as -128 to -1. */
final class NarrowBytes extends BeanDeserializerModifier {
    private static final long serialVersionUID = 1L;

    private NarrowBytes() {}

    static Module module() {
        return new SimpleModule().setDeserializerModifier(new NarrowBytes());
    }

    @Override
    public JsonDeserializer<?> modifyDeserializer(
            DeserializationConfig config, BeanDescription bean, JsonDeserializer<?> usual) {
        Class<?> type = bean.getBeanClass();
        return type == byte.class || type == Byte.class ? new Narrow(usual) : usual;
    }

    @Override
    public JsonDeserializer<?> modifyArrayDeserializer(
            DeserializationConfig config, ArrayType type, BeanDescription bean, JsonDeserializer<?> usual) {
        return type.hasRawClass(byte[].class) ? new Narrow(usual) : usual;
    }

    @Override
    public KeyDeserializer modifyKeyDeserializer(DeserializationConfig config, JavaType type, KeyDeserializer usual) {
        return type.hasRawClass(Byte.class) ? new NarrowKey(usual) : usual;
    }

    private static final class NarrowKey extends KeyDeserializer {
        private final KeyDeserializer usual;

        NarrowKey(KeyDeserializer usual) {
            this.usual = usual;
        }

        @Override
        public @Nullable Object deserializeKey(String key, DeserializationContext context) throws IOException {
            Object value = usual.deserializeKey(key, context);
            boolean isNegative = value instanceof Byte given && given < 0;
            return isNegative && !key.startsWith("-") ? context.handleWeirdKey(Byte.class, key, "no byte") : value;
        }
    }

    private static final class Narrow extends DelegatingDeserializer {
        private static final long serialVersionUID = 1L;

        Narrow(JsonDeserializer<?> usual) {
            super(usual);
        }

        @Override
        protected JsonDeserializer<?> newDelegatingInstance(JsonDeserializer<?> usual) {
            return new Narrow(usual);
        }

        @Override
        public Object deserialize(JsonParser json, DeserializationContext context) throws IOException {
            return super.deserialize(new Checked(json), context);
        }
    }

    private static final class Checked extends JsonParserDelegate {
        Checked(JsonParser json) {
            super(json);
        }

        @Override
        public byte getByteValue() throws IOException {
            int value = getIntValue();
            if (value != (byte) value) {
                throw new InputCoercionException(this, value + " is no byte", currentToken(), byte.class);
            }
            return (byte) value;
        }
    }
}
