import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Attack } from '../attack-runner.ts';
import type { Caller } from '../callers.ts';
import { imageUrl, toCollection } from './floods.ts';
import { openSocket } from './sockets.ts';

const responseMaxMs = 20_000;
const mergeBody =
	'{"projectName":"Hostile","inputCollections":[{"id":"n","name":"North","imageCount":1,"images":[{"filename":"1.png","imageData":"data:image/png;base64,';

/** A body of 100 MB of which a byte comes now and then. */
function trickle(origin: string, { headers }: Caller): { readonly socket: Socket; readonly stop: () => void } {
	const socket = openSocket(origin);
	const { port } = new URL(origin);
	const lines = [
		'POST /api/merge-jobs HTTP/1.1',
		`Host: 127.0.0.1:${port}`,
		`Cookie: ${headers.cookie}`,
		'Content-Type: application/json',
		'Content-Length: 100000000',
	];
	socket.write(`${lines.join('\r\n')}\r\n\r\n${mergeBody}`);
	const timer = setInterval(() => socket.write('A'), 100);
	socket.once('close', () => clearInterval(timer));
	return { socket, stop: () => socket.destroy() };
}

const third: Attack = {
	name: 'merges: two bodies that trickle, and another member’s that does not',
	run: async ({ origin, callers, send, report }) => {
		const slow = [trickle(origin, callers.premium), trickle(origin, callers.premium)];
		await sleep(500);
		const call = {
			method: 'POST',
			path: '/api/merge-jobs',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({
				projectName: 'x',
				inputCollections: [toCollection([{ filename: '1.png', imageData: imageUrl }])],
			}),
		};
		const answered = send(callers.admin, call);
		if (!(await within(answered))) report('the third body was not answered while two trickled');
		// Another one waits, perhaps, when they hang up.
		const waiting = send(callers.admin, call);
		for (const { stop } of slow) stop();
		if (!(await within(waiting))) report('a body that waited was not answered after two hung up');
	},
};

const many: Attack = {
	name: 'merges: forty bodies that trickle',
	run: async ({ origin, callers }) => {
		const slow = Array.from({ length: 40 }, (_, index) =>
			trickle(origin, index % 2 === 0 ? callers.premium : callers.admin),
		);
		await sleep(3_000);
		for (const { stop } of slow) stop();
	},
};

const within = (work: Promise<unknown>) =>
	Promise.race([work.then(() => true), sleep(responseMaxMs, false, { ref: false })]);

export const mergeBodyAttacks: readonly Attack[] = [third, many];
