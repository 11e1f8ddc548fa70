import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Address, concat, type Hex } from 'viem';
import { type ChainClient, testAccounts } from '../anvil-testing.ts';
import { compileForeign } from './compile.ts';

/** Compiles a contract of thirdweb's package, by its path there, as ours are compiled: its creation code. */
export async function compileThirdweb(path: string): Promise<Hex> {
	const name = `@thirdweb-dev/contracts/${path}`;
	return (await compileForeign(name, sourcesOf(name))).bytecode as Hex;
}

/** A contract of somebody else's with everything that it imports, found from where it lies. */
function sourcesOf(entry: string): Record<string, { content: string }> {
	const own = createRequire(import.meta.url);
	const found: Record<string, { content: string }> = {};
	const add = (name: string, path: string) => {
		if (found[name] !== undefined) return;
		const content = readFileSync(path, 'utf8');
		found[name] = { content };
		const { resolve } = createRequire(path);
		for (const [, imported = ''] of content.matchAll(/^import\s[^;]*?"([^"]+)";/gm)) {
			if (imported.startsWith('.')) add(new URL(imported, `file:///${name}`).pathname.slice(1), resolve(imported));
			else add(imported, resolve(imported));
		}
	};
	add(entry, own.resolve(entry));
	return found;
}

/** Deploys creation code as the `admin` of {@link testAccounts}. */
export async function deployCode(client: ChainClient, data: Hex): Promise<Address> {
	const hash = await client.sendTransaction({ account: testAccounts.admin, to: null, data });
	const { contractAddress } = await client.waitForTransactionReceipt({ hash });
	if (!contractAddress) throw new Error('The deployment made no contract.');
	return contractAddress;
}

/** Deploys a minimal proxy (ERC-1167) of a contract, as thirdweb's factory makes one for every collection. */
export function deployProxy(client: ChainClient, logic: Address): Promise<Address> {
	const start = '0x3d602d80600a3d3981f3363d3d373d3d3d363d73';
	return deployCode(client, concat([start, logic, '0x5af43d82803e903d91602b57fd5bf3']));
}
