import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack-runner.ts';

/** A connection whose errors are the server's answer to it: it may hang up on whatever is sent here. */
export function openSocket(origin: string): Socket {
	const { hostname, port } = new URL(origin);
	return connect({ host: hostname, port: Number(port) }).on('error', () => {});
}

const get = (path: string, headers = '') => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${headers}\r\n`;

/** Requests one after the other on several connections whose answers nobody reads. */
const pipelined = (path: string, asMember = false): Attack => ({
	name: `10 connections x 1,000 unread ${path}`,
	run: async ({ origin, callers }) => {
		const port = new URL(origin).port;
		const cookie = asMember ? `Cookie: ${callers.premium.headers.cookie}\r\n` : '';
		const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${cookie}\r\n`;
		const sockets = Array.from({ length: 10 }, () => {
			const socket = openSocket(origin);
			socket.pause();
			socket.write(request.repeat(1_000));
			return socket;
		});
		await sleep(2_500);
		for (const socket of sockets) socket.destroy();
	},
});

const unreadPaths = [
	'/openapi.json',
	'/api/docs',
	'/healthz',
	'/readyz',
	'/api/config',
	'/trpc/auth.config',
	'/nothing',
];

const garbageLines: readonly string[] = [
	'\x00\x01\x02\x03\r\n\r\n',
	'GET\r\n\r\n',
	'GET / HTTP/9.9\r\n\r\n',
	'GET / HTTP/1.1\r\n\r\n',
	`GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
	get('/', `X: ${'a'.repeat(20_000)}\r\n`),
	get('/', Array.from({ length: 3_000 }, (_, index) => `X${index}: 1\r\n`).join('')),
	get('/', 'Host: other\r\n'),
	get('/', 'Content-Length: 5\r\nContent-Length: 6\r\n'),
	get('/', 'Content-Length: -1\r\n'),
	get('/', 'Content-Length: 99999999999999999999\r\n'),
	get('/', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'),
	get('/', 'Transfer-Encoding: gzip, chunked\r\n'),
	`${get('/', 'Transfer-Encoding: chunked\r\n')}ffffffffffffffff\r\n`,
	`${get('/', 'Transfer-Encoding: chunked\r\n')}1;${'a'.repeat(100_000)}\r\na\r\n`,
	get('/', 'Expect: 100-continue\r\n'),
	get('/', 'Expect: the worst\r\n'),
	get('/', 'Upgrade: websocket\r\nConnection: Upgrade\r\n'),
	get('/', 'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n'),
	get('/', 'Cookie: adx_session=\x80\xff; adx_session=2; ;;;=\r\n'),
	get('/', `Cookie: ${'a=b; '.repeat(3_000)}\r\n`),
	get('/', 'Authorization: Bearer \x80\r\nAuthorization: Bearer 2\r\n'),
	get('/', 'Range: bytes=0-0,1-1,2-2,-1,5-2\r\n'),
	get('/', 'If-None-Match: "\x00", W/"", *\r\n'),
	get('/', 'X-Forwarded-For: 1.2.3.4:5, ::1, garbage\r\nForwarded: for=unknown\r\n'),
	'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
	'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
	'TRACE / HTTP/1.1\r\nHost: a\r\n\r\n',
	'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
	'GET http://example.org/ HTTP/1.1\r\nHost: a\r\n\r\n',
	'GET //example.org/..%2f.. HTTP/1.1\r\nHost: a\r\n\r\n',
	'\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
];

const garbage: Attack = {
	name: 'lines that are not HTTP, and HTTP that contradicts itself',
	run: async ({ origin, report }) => {
		for (const line of garbageLines) {
			const socket = openSocket(origin);
			let received = '';
			socket.on('data', (chunk: Buffer) => {
				received += chunk.toString('latin1');
			});
			socket.write(Buffer.from(line, 'latin1'));
			await Promise.race([new Promise((resolve) => socket.once('close', resolve)), sleep(100)]);
			socket.destroy();
			const status = /^HTTP\/1\.1 (5\d\d)/.exec(received)?.[1];
			// 501 and 505 are the words for what no server needs to know.
			if (status !== undefined && !/^50[15]$/.test(status)) report(`${status}: ${JSON.stringify(line.slice(0, 80))}`);
		}
	},
};

/** Connections that send one byte a while, in the headers or in the body. */
const slow: Attack = {
	name: '400 connections that trickle headers and bodies',
	run: async ({ origin }) => {
		const { port } = new URL(origin);
		const heads = [
			`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow: `,
			`POST /trpc/auth.signInWithPassword HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 900000\r\n\r\n{"json":"`,
		];
		const sockets = Array.from({ length: 400 }, (_, index) => {
			const socket = openSocket(origin);
			socket.write(heads[index % heads.length]!);
			return socket;
		});
		for (const end = Date.now() + 3_000; Date.now() < end; await sleep(200)) {
			for (const socket of sockets) if (socket.writable) socket.write('a');
		}
		for (const socket of sockets) socket.destroy();
	},
};

/** Bodies whose every byte is a chunk of its own. */
const tinyChunks: Attack = {
	name: '10 bodies of 200,000 one-byte chunks',
	run: async ({ origin, report }) => {
		const { host } = new URL(origin);
		const head = `POST /trpc/auth.signInWithPassword HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
		const sockets = Array.from({ length: 10 }, () => {
			const socket = openSocket(origin).resume();
			socket.write(head + '1\r\na\r\n'.repeat(200_000));
			return socket;
		});
		const closed = sockets.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
		await Promise.race([Promise.all(closed), sleep(3_000)]);
		if (sockets.some((socket) => !socket.destroyed)) report('goes on taking a body in one-byte chunks');
		for (const socket of sockets) socket.destroy();
	},
};

/** Connections that come and go. */
const churn: Attack = {
	name: '3,000 connections that are dropped amid a request',
	run: async ({ origin }) => {
		for (let round = 0; round < 60; round += 1) {
			const sockets = Array.from({ length: 50 }, () => openSocket(origin));
			for (const [index, socket] of sockets.entries()) {
				socket.write(`POST /api/auth/password HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n${'x'.repeat(index)}`);
			}
			await sleep(5);
			for (const socket of sockets) socket.resetAndDestroy();
		}
	},
};

export const socketAttacks: readonly Attack[] = [
	...unreadPaths.map((path) => pipelined(path)),
	pipelined('/api/jobs', true),
	garbage,
	slow,
	tinyChunks,
	churn,
];
