import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The system forgets the address of a connection that its client has reset, while what was sent on it is still read here.
 * Asked for in time, Node remembers it; a connection that came too late for that has nobody at its other end.
 */
export function closeResetConnections(server: Server): void {
	server.on('connection', (socket: Socket) => {
		if (socket.remoteAddress === undefined) socket.destroy();
	});
}
