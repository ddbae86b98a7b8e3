// rsocket-go as a peer: peer serve TCP_PORT WS_PORT, or peer check NAME URL.
// What a server does, and what is checked, is the same in all languages: see scripts/conformance.
package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rsocket/rsocket-go"
	"github.com/rsocket/rsocket-go/extension"
	"github.com/rsocket/rsocket-go/payload"
	"github.com/rsocket/rsocket-go/rx"
	"github.com/rsocket/rsocket-go/rx/flux"
	"github.com/rsocket/rsocket-go/rx/mono"
)

const fragment = 16384

var heard atomic.Value

func text(data string) payload.Payload { return payload.New([]byte(data), nil) }

func routeOf(msg payload.Payload) string {
	metadata, _ := msg.Metadata()
	scanner := extension.NewCompositeMetadataBytes(metadata).Scanner()
	for scanner.Scan() {
		mime, content, err := scanner.Metadata()
		if err == nil && mime == extension.MessageRouting.String() {
			tags, _ := extension.ParseRoutingTags(content)
			return tags[0]
		}
	}
	return "no route"
}

func responder() rsocket.RSocket {
	return rsocket.NewAbstractSocket(
		rsocket.RequestResponse(func(msg payload.Payload) mono.Mono {
			switch msg.DataUTF8() {
			case "fail":
				return mono.Error(errors.New("failed"))
			case "heard":
				return mono.Just(text(heard.Load().(string)))
			case "route":
				return mono.Just(text(routeOf(msg)))
			}
			return mono.Just(payload.Clone(msg))
		}),
		rsocket.RequestStream(func(msg payload.Payload) flux.Flux {
			count, _ := strconv.Atoi(strings.Split(msg.DataUTF8(), ":")[1])
			return flux.Create(func(ctx context.Context, sink flux.Sink) {
				for i := 0; i < count && ctx.Err() == nil; i++ {
					sink.Next(text(strconv.Itoa(i)))
				}
				sink.Complete()
			})
		}),
		rsocket.RequestChannel(func(messages flux.Flux) flux.Flux {
			return messages.Map(func(msg payload.Payload) (payload.Payload, error) { return payload.Clone(msg), nil })
		}),
		// a text of this library is a view of memory that is used again
		rsocket.FireAndForget(func(msg payload.Payload) { heard.Store(strings.Clone(msg.DataUTF8())) }),
		rsocket.MetadataPush(func(msg payload.Payload) {
			metadata, _ := msg.MetadataUTF8()
			heard.Store(strings.Clone(metadata))
		}),
	)
}

func serve(tcp, ws string) {
	var started sync.WaitGroup
	started.Add(2)
	acceptor := func(context.Context, payload.SetupPayload, rsocket.CloseableRSocket) (rsocket.RSocket, error) {
		return responder(), nil
	}
	start := func(server rsocket.ToServerStarter, err chan error, transport func(rsocket.ToServerStarter) rsocket.Start) {
		err <- transport(server).Serve(context.Background())
	}
	failed := make(chan error, 2)
	go start(rsocket.Receive().Fragment(fragment).OnStart(started.Done).Acceptor(acceptor), failed,
		func(server rsocket.ToServerStarter) rsocket.Start {
			return server.Transport(rsocket.TCPServer().SetAddr("127.0.0.1:" + tcp).Build())
		})
	go start(rsocket.Receive().Fragment(fragment).OnStart(started.Done).Acceptor(acceptor), failed,
		func(server rsocket.ToServerStarter) rsocket.Start {
			return server.Transport(rsocket.WebsocketServer().SetAddr("127.0.0.1:" + ws).SetPath("/").Build())
		})
	started.Wait()
	fmt.Println("ready")
	fmt.Println(<-failed)
}

func connect(place string) (rsocket.Client, error) {
	builder := rsocket.Connect().
		Fragment(fragment).
		DataMimeType("text/plain").
		MetadataMimeType(extension.MessageCompositeMetadata.String()).
		KeepAlive(time.Second, 10*time.Second, 3).
		Acceptor(func(context.Context, rsocket.RSocket) rsocket.RSocket { return responder() })
	if strings.HasPrefix(place, "ws") {
		return builder.Transport(rsocket.WebsocketClient().SetURL(place).Build()).Start(context.Background())
	}
	where, err := url.Parse(place)
	if err != nil {
		return nil, err
	}
	port, _ := strconv.Atoi(where.Port())
	return builder.Transport(rsocket.TCPClient().SetHostAndPort(where.Hostname(), port).Build()).Start(context.Background())
}

func ask(client rsocket.Client, msg payload.Payload) (string, error) {
	answer, release, err := client.RequestResponse(msg).BlockUnsafe(context.Background())
	if err != nil {
		return "", err
	}
	defer release()
	metadata, _ := answer.MetadataUTF8()
	return strings.TrimSpace(strings.Clone(answer.DataUTF8()) + " " + metadata), nil
}

// collect takes so many items at a time, and cancels after the most.
func collect(stream flux.Flux, batch, most int) (string, error) {
	var items []string
	done := make(chan error, 3)
	var subscription rx.Subscription
	stream.Subscribe(context.Background(),
		rx.OnSubscribe(func(_ context.Context, s rx.Subscription) {
			subscription = s
			s.Request(batch)
		}),
		rx.OnNext(func(msg payload.Payload) error {
			items = append(items, strings.Clone(msg.DataUTF8()))
			if len(items) == most {
				subscription.Cancel()
				done <- nil
			} else if len(items)%batch == 0 {
				subscription.Request(batch)
			}
			return nil
		}),
		rx.OnComplete(func() { done <- nil }),
		rx.OnError(func(err error) { done <- err }),
	)
	err := <-done
	return strings.Join(items, ","), err
}

func until(client rsocket.Client, wanted string) (string, error) {
	found, err := "", error(nil)
	for i := 0; i < 500 && found != wanted && err == nil; i++ {
		found, err = ask(client, text("heard"))
	}
	return found, err
}

func numbers(count int) string {
	all := make([]string, count)
	for i := range all {
		all[i] = strconv.Itoa(i)
	}
	return strings.Join(all, ",")
}

func check(name, place string) {
	client, err := connect(place)
	if err != nil {
		fmt.Printf("FAILED %s: %v\n", name, err)
		return
	}
	large := strings.Repeat("x", 300000)
	tags, _ := extension.EncodeRouting("the.route")
	composite, _ := extension.NewCompositeMetadataBuilder().PushWellKnown(extension.MessageRouting, tags).Build()
	checks := []struct {
		what, wanted string
		run          func() (string, error)
	}{
		{"a response", "hello meta", func() (string, error) { return ask(client, payload.NewString("hello", "meta")) }},
		{"an error", "failed", func() (string, error) {
			_, err := ask(client, text("fail"))
			if failure, ok := err.(rsocket.Error); ok {
				return string(failure.ErrorData()), nil
			}
			return "", err
		}},
		{"a large payload", large, func() (string, error) { return ask(client, text(large)) }},
		{"a stream with little credit", numbers(1000), func() (string, error) {
			return collect(client.RequestStream(text("count:1000")), 7, 1001)
		}},
		{"a stream that is cancelled", numbers(10), func() (string, error) {
			return collect(client.RequestStream(text("count:1000000")), 7, 10)
		}},
		{"a channel", numbers(100), func() (string, error) {
			return collect(client.RequestChannel(flux.Create(func(_ context.Context, sink flux.Sink) {
				for i := 0; i < 100; i++ {
					sink.Next(text(strconv.Itoa(i)))
				}
				sink.Complete()
			})), 200, 201)
		}},
		{"fire and forget", "fired", func() (string, error) {
			client.FireAndForget(text("fired"))
			return until(client, "fired")
		}},
		{"pushed metadata", "pushed", func() (string, error) {
			client.MetadataPush(payload.New(nil, []byte("pushed")))
			return until(client, "pushed")
		}},
		{"a route", "the.route", func() (string, error) { return ask(client, payload.New([]byte("route"), composite)) }},
	}
	for _, one := range checks {
		answer := make(chan string, 1)
		go func() {
			found, err := one.run()
			if err != nil {
				found = "error: " + err.Error()
			}
			answer <- found
		}()
		found := "nothing in 10 seconds"
		select {
		case found = <-answer:
		case <-time.After(10 * time.Second):
		}
		if found == one.wanted {
			fmt.Printf("ok %s: %s\n", name, one.what)
		} else {
			fmt.Printf("FAILED %s: %s: %.200s\n", name, one.what, found)
		}
	}
}

func main() {
	heard.Store("nothing")
	if os.Args[1] == "serve" {
		serve(os.Args[2], os.Args[3])
	} else {
		check(os.Args[2], os.Args[3])
	}
}
