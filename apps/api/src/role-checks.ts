import { checkRoles } from '@adx/core/auth/discord/check-roles';
import type { Services } from '@adx/core/context';

const lookEveryMs = 60_000;

/** Asks Discord again for whoever is due, now and every minute, until the returned function is called, which waits for the user it is at. */
export function startRoleChecks(services: Services): () => Promise<void> {
	const stopping = new AbortController();
	let isRunning = false;
	const look = async () => {
		isRunning = true;
		await checkRoles(services, stopping.signal).catch((error: unknown) => {
			services.log.warn({ err: error }, 'roles were not all checked');
		});
		isRunning = false;
	};
	let running = look();
	const timer = setInterval(() => {
		// A slow Discord must not pile up rounds.
		if (!isRunning) running = look();
	}, lookEveryMs);
	return async () => {
		stopping.abort();
		clearInterval(timer);
		await running;
	};
}
