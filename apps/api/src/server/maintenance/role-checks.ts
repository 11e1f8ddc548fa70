import { checkRoles } from '@adx/core/auth/discord/check-roles';
import type { Services } from '@adx/core/platform/context';
import { startTimerLoop } from '@adx/core/platform/timer-loop';

const checkIntervalMs = 60_000;

/** Checks the roles of users who are due with Discord, now and every minute, until it is stopped, which waits for the user in progress. */
export function startRoleChecks(services: Services): { stop(): Promise<void> } {
	return startTimerLoop(services.log, {
		everyMs: checkIntervalMs,
		run: (signal) => checkRoles(services, signal),
		failed: 'roles were not all checked',
		recovered: 'roles are checked again',
	});
}
