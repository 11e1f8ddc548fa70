// Started by `npm run dev:fakes`, which waits for the message of what to set and what to tell.
import { startFakeChain } from './chain.ts';
import { startFakeComfyUi } from './comfyui/comfyui.ts';
import { fakeAccounts, startFakeDiscord } from './discord/discord.ts';
import { standing } from './discord/discord-page.ts';
import { fakeGeminiKeys, startFakeGemini } from './gemini/gemini.ts';
import { keyDescriptions } from './gemini/gemini-keys.ts';
import { startFakeKubo } from './kubo.ts';
import { startFakeOpenAi } from './openai/openai.ts';
import { startFakeSdWebUi } from './sdwebui/sdwebui.ts';
import { startFakeSolana } from './solana.ts';

const discord = await startFakeDiscord();
const gemini = await startFakeGemini({ keys: [], sizePx: 512, paintsForMs: 1_500 });
const openAi = await startFakeOpenAi({ sizePx: 512, paintsForMs: 1_500 });
const webUi = await startFakeSdWebUi({ paintsForMs: 1_500 });
const comfyUi = await startFakeComfyUi();
const kubo = await startFakeKubo({ keepsBlocks: false });
const chain = await startFakeChain(process.env.FAKES_DATA_DIR);
const solana = await startFakeSolana();
const fakes = [discord, gemini, openAi, webUi, comfyUi, kubo, chain, solana].filter((fake) => fake !== null);
const stop = () => void Promise.allSettled(fakes.map((fake) => fake.close())).then(() => process.exit(0));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
process.on('disconnect', stop);

const accounts = Object.values(fakeAccounts).map((account) => `  ${account.username} (${standing(account)})`);
const keys = Object.entries(fakeGeminiKeys).map(
	([name, key]) => `  ${key} (${keyDescriptions[name as keyof typeof fakeGeminiKeys]})`,
);
process.send?.({
	environment: {
		...discord.environment,
		GEMINI_BASE_URL: gemini.origin,
		ENGINE_ADDRESSES: `openai=${openAi.address},sdwebui=${webUi.origin},comfyui=${comfyUi.origin}`,
		IPFS_API_URL: kubo.origin,
		...chain?.environment,
		...solana?.environment,
	},
	lines: [
		`fake Discord ${discord.origin} with the accounts`,
		...accounts,
		`fake Gemini ${gemini.origin} with the keys`,
		...keys,
		`fake services that paint: OpenAI’s wire ${openAi.address} (any key), web UI ${webUi.origin}, ComfyUI ${comfyUi.origin}`,
		`fake IPFS node ${kubo.origin}`,
		...(chain === null
			? ['no chain: there is no anvil for this platform; install Foundry, or set ANVIL_PATH']
			: [
					`fake Polygon ${chain.rpcUrl} (chain 137) with the contract ${chain.environment.POLYGON_CONTRACT_ADDRESS}`,
					'  for a wallet that holds nothing real, told that this is the node of chain 137; an account with coins:',
					`  ${chain.walletKey}`,
					`  Premium is paid to ${chain.environment.PREMIUM_TREASURY}: PREMIUM_PRICE=${chain.environment.PREMIUM_PRICE}`,
				]),
		...(solana === null
			? ['no Solana: there is no litesvm for this platform']
			: [
					`fake Solana ${solana.rpcUrl} (localnet), empty after each start; coins for a wallet that uses it:`,
					`  curl ${solana.rpcUrl} -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"requestAirdrop","params":["<its address>",5000000000]}'`,
				]),
	],
});
