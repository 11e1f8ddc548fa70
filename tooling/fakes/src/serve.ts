// Started by `npm run dev:fakes`, which waits for the message of what to set and what to tell.
import { fakeAccounts, startFakeDiscord } from './discord.ts';
import { standing } from './discord-page.ts';

const discord = await startFakeDiscord();
const fakes = [discord];
const stop = () => void Promise.all(fakes.map((fake) => fake.close())).then(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('disconnect', stop);

const accounts = Object.values(fakeAccounts).map((account) => `  ${account.username} (${standing(account)})`);
process.send?.({
	environment: discord.environment,
	lines: [`fake Discord ${discord.origin} with the accounts`, ...accounts],
});
