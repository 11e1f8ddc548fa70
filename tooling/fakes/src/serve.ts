// Started by `npm run dev:fakes`, which waits for the message of what to set and what to tell.
import { fakeAccounts, startFakeDiscord } from './discord.ts';
import { standing } from './discord-page.ts';
import { fakeGeminiKeys, startFakeGemini } from './gemini.ts';
import { keyDescriptions } from './gemini-keys.ts';

const discord = await startFakeDiscord();
const gemini = await startFakeGemini({ keys: [], sizePx: 512, paintsForMs: 1_500 });
const fakes = [discord, gemini];
const stop = () => void Promise.allSettled(fakes.map((fake) => fake.close())).then(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('disconnect', stop);

const accounts = Object.values(fakeAccounts).map((account) => `  ${account.username} (${standing(account)})`);
const keys = Object.entries(fakeGeminiKeys).map(
	([name, key]) => `  ${key} (${keyDescriptions[name as keyof typeof fakeGeminiKeys]})`,
);
process.send?.({
	environment: { ...discord.environment, GEMINI_BASE_URL: gemini.origin },
	lines: [
		`fake Discord ${discord.origin} with the accounts`,
		...accounts,
		`fake Gemini ${gemini.origin} with the keys`,
		...keys,
	],
});
