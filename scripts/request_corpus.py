"""Sends the requests that gunicorn's tests are made of to a server that mirrors what it takes them for.

Arguments: the folder of gunicorn's source distribution, and the port.
"""
import glob
import os
import socket
import sys
import urllib.parse

root, port = sys.argv[1], int(sys.argv[2])
sys.path[:0] = [root, os.path.join(root, 'tests')]
import treq  # noqa: E402  gunicorn's own reader of these files

# What is decided otherwise here, and why.
CODINGS = 'chunked is the only transfer coding, alone and once: 501 or 400'
NO_PROXY = 'CONNECT is for proxies: 501'
LIMIT = 'the limit of gunicorn is lower'
OTHERWISE = {
    'valid/002': 'a host is a name or an address, without "="',
    'valid/003': 'a host is a name or an address, without "="',
    'valid/005': 'a request target has no fragment (RFC 9112 section 3.2)',
    'valid/012': 'content-type belongs in the header, not in the trailer (RFC 9110 section 6.5.1)',
    'valid/017': 'If-Match is heeded: 412',
    'valid/025': CODINGS,
    'valid/025_line': CODINGS,
    'valid/029': CODINGS,
    'valid/030': CODINGS,
    'valid/040': 'fields with "_" are fields, as nothing becomes an environment variable here',
    'valid/099': 'the body is shorter than its length says, so there is no answer',
    'valid/rfc9112_smuggle_gzip_chunked_01': CODINGS,
    'valid/rfc9112_smuggle_te_identity_chunked_01': CODINGS,
    'valid/rfc9112_target_absolute_userinfo_01': 'the target names another host than Host does',
    'valid/rfc9112_target_authority_connect_01': NO_PROXY,
    'valid/rfc9112_target_authority_ipv6_01': NO_PROXY,
    'invalid/006': LIMIT,
    'invalid/007': LIMIT,
    'invalid/008': LIMIT,
    'invalid/041': 'two content-types are for the handler to judge: they frame nothing',
}


def fields(head):
    lines = head.decode('latin-1').split('\r\n')
    return lines[0], {n.lower(): v.strip() for n, v in (line.split(':', 1) for line in lines[1:])}


def receive(conn):
    """All responses until the server closes or waits: (status, fields, body)."""
    data, found = b'', []
    try:
        while True:
            piece = conn.recv(65536)
            if not piece:
                break
            data += piece
    except (ConnectionResetError, socket.timeout):
        pass
    while data:
        head, _, data = data.partition(b'\r\n\r\n')
        line, seen = fields(head)
        status = int(line.split(' ')[1])
        length = int(seen.get('content-length', 0)) if status >= 200 else 0
        found.append((status, seen, data[:length]))
        data = data[length:]
    return [response for response in found if response[0] >= 200]


def ask(data, size):
    with socket.create_connection(('127.0.0.1', port), 10) as conn:
        conn.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        try:
            for i in range(0, len(data), size):
                conn.sendall(data[i:i + size])
            conn.shutdown(socket.SHUT_WR)
        except (BrokenPipeError, ConnectionResetError, OSError):
            pass
        return receive(conn)


def with_host(data, wanted):
    """RFC 9112 section 3.2 wants a Host, which gunicorn does not insist on."""
    for one in wanted:
        if one['version'] == (1, 1) and 'HOST' not in (name for name, value in one['headers']):
            line = ('%s %s HTTP/1.1\r\n' % (one['method'], one['uri']['raw'])).encode('latin-1')
            authority = one['uri']['host'] if '://' in one['uri']['raw'] else 'added'
            at = data.find(line)
            if at >= 0:
                at += len(line)
                data = data[:at] + ('Host: %s\r\n' % authority).encode() + data[at:]
    return data


def target(raw):
    """What handlers see of an absolute target is its path and query."""
    return '/' + raw.split('/', 3)[3] if raw.startswith(('http://', 'https://')) else raw


def differences(wanted, found):
    if len(found) != len(wanted):
        yield '%d responses for %d requests: %s' % (len(found), len(wanted), [f[0] for f in found])
    for one, (status, seen, body) in zip(wanted, found):
        if status != 200:
            yield 'status %d: %s' % (status, body.decode('latin-1')[:120])
            return
        line = one['method'] + ' ' + target(one['uri']['raw'])
        if seen['seen'] != line:
            yield 'seen as ' + seen['seen'] + ', not ' + line
        got = sorted(urllib.parse.parse_qsl(seen['seen-fields'], True, encoding='latin-1'))
        host = [pair for pair in got if pair[0] == 'host'] if 'HOST' not in dict(one['headers']) else []
        want = sorted([(name.lower(), value) for name, value in one['headers']] + host)
        if got != want:
            yield 'fields %s, not %s' % (got, want)
        if one['method'] != 'HEAD' and body != one['body']:
            yield 'body %r, not %r' % (body[:80], one['body'][:80])


def answers_of_valid(path):
    wanted = treq.load_py(path + '.py')['request']
    wanted = wanted if isinstance(wanted, list) else [wanted]
    data = with_host(treq.request(path + '.http', wanted).data, wanted)
    for size in (len(data), 1, 7):
        yield from ('in pieces of %d: %s' % (size, d) for d in differences(wanted, ask(data, size)))


def answers_of_invalid(path):
    data = treq.badrequest(path + '.http').data
    first = None
    for size in (len(data), 1, 7):
        found = ask(data, size)
        statuses = [status for status, seen, body in found]
        if statuses and statuses[-1] < 400:
            yield 'in pieces of %d: taken for valid: %s' % (size, [f[1].get('seen') for f in found])
        if first is not None and statuses != first:
            yield 'in pieces of %d: %s, but %s at once' % (size, statuses, first)
        first = statuses


passed = skipped = otherwise = failed = 0
for kind, answers in ('valid', answers_of_valid), ('invalid', answers_of_invalid):
    for file in sorted(glob.glob(os.path.join(root, 'tests', 'requests', kind, '*.http'))):
        path = file[:-len('.http')]
        name = kind + '/' + os.path.basename(path)
        with open(path + '.py', encoding='utf-8') as source:
            if 'cfg.set' in source.read():
                skipped += 1  # about an option of gunicorn
                continue
        found = list(answers(path))
        if not found:
            passed += 1
        elif name in OTHERWISE:
            otherwise += 1
            print('  otherwise: %s: %s' % (name, OTHERWISE[name]))
        else:
            failed += 1
            print('  FAILED ' + name)
            for difference in found:
                print('    ' + difference[:200].strip())
print('gunicorn\'s requests: %d as expected, %d otherwise on purpose, %d failed; %d about its options not sent'
      % (passed, otherwise, failed, skipped))
sys.exit(1 if failed else 0)
