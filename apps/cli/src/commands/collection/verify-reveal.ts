import { open, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseJson } from '@adx/collection/metadata/json';
import { checkItems, type ItemFiles } from '@adx/core/sale/reveal/verify/check-items';
import { checkReveal } from '@adx/core/sale/reveal/verify/check-reveal';
import { type RevealCheck, unchecked } from '@adx/core/sale/reveal/verify/reveal-check';
import { type RevealProof, revealedSaleSchema, revealProofOutput } from '@adx/validators/sale/reveal';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';

/** Where a reveal and what proves it are. */
export interface RevealSource {
	/** The address of a sale's page, or a file with what `/api/sales/{id}/reveal` answered. */
	readonly sale: string;
	/** A node of the sale's chain; without one only the arithmetic can be checked. */
	readonly rpc: string | undefined;
	/** A gateway of IPFS, or a folder with `metadata/N.json` and the pictures in `images`. */
	readonly gateway: string | undefined;
	readonly files: string | undefined;
}

const timeoutMs = 60_000;
const marks = { ok: 'ok      ', failed: 'FAILED  ', unchecked: 'unknown ' } as const;

/**
 * A line per thing that was looked at. Status 0 where all of it is right, 1 where something is not, 3 where something could
 * not be looked at, as for a sale that is not revealed yet.
 */
export async function verifyReveal(source: RevealSource): Promise<number> {
	const proof = await readProof(source.sale);
	if (typeof proof === 'string') {
		console.error(proof);
		return 3;
	}
	const checks = [...(await checkOnChain(proof, source.rpc)), ...(await checkFiles(proof, source))];
	for (const { result, text } of checks) (result === 'ok' ? console.log : console.error)(`${marks[result]}${text}`);
	const isWrong = checks.some(({ result }) => result === 'failed');
	const isOpen = checks.some(({ result }) => result === 'unchecked');
	const verdict = isWrong
		? 'is NOT what was committed to'
		: isOpen
			? 'agrees as far as it was looked at'
			: 'is exactly what was committed to before the sale';
	console.log(`${proof.name}: the reveal ${verdict}.`);
	return isWrong ? 1 : isOpen ? 3 : 0;
}

/** What proves a reveal, or a sentence that says why there is none yet. */
async function readProof(sale: string): Promise<RevealProof | string> {
	const [, origin, saleId] =
		/^(https?:\/\/[^/]+)\/(?:api\/sales|sale)\/([\w-]{1,100})(?:\/reveal)?\/?$/.exec(sale) ?? [];
	const url = `${origin}/api/sales/${saleId}`;
	const text = origin === undefined ? await readProofFile(sale) : await fetchText(`${url}/reveal`);
	if (text === null) return explainMissing(url);
	const proof = revealProofOutput.safeParse(parseJson(text));
	if (proof.success) return proof.data;
	throw new UsageError(`${sale}: this is not what a sale says of its reveal.`);
}

async function readProofFile(path: string): Promise<string> {
	if (/^https?:/.test(path)) throw new UsageError(`${path}: this is not the address of a sale's page, …/sale/{id}.`);
	return withSystemErrors(path, () => readFile(path, 'utf8'));
}

/** Null for what the server does not have. */
async function fetchText(url: string): Promise<string | null> {
	const response = await fetchFrom(url).catch((error: unknown) => {
		throw new UsageError(`${url}: the server does not answer.`, { cause: error });
	});
	if (response.ok) return response.text();
	if (response.status === 404) return null;
	throw new UsageError(`${url}: the server answers ${response.status}.`);
}

/** Why a sale has no proof. */
async function explainMissing(url: string): Promise<string> {
	const text = await fetchText(url);
	const sale = revealedSaleSchema.safeParse(text === null ? null : parseJson(text));
	if (!sale.success) throw new UsageError(`${url}: there is no such sale.`);
	const { name, reveal } = sale.data;
	if (reveal === null)
		throw new UsageError(`${name}: its items are shown from the start, so there is no reveal to check.`);
	return reveal.phase === 'covered'
		? `${name}: not revealed. Its sale has not ended, and every item is covered.`
		: `${name}: not revealed yet. Its sale has ended; until the reveal the seed is secret, and nothing can be checked.`;
}

const fetchFrom = (url: string) => fetch(url, { signal: AbortSignal.timeout(timeoutMs) });

async function checkOnChain(proof: RevealProof, rpc: string | undefined): Promise<RevealCheck[]> {
	if (rpc === undefined) return [unchecked(`chain: not asked; name a node of ${proof.network} with --rpc`)];
	try {
		const chain =
			proof.network === 'solana'
				? await (await import('@adx/core/sale/reveal/verify/read-solana-reveal')).readSolanaReveal(proof, rpc)
				: await (await import('@adx/core/sale/reveal/verify/read-evm-reveal')).readEvmReveal(proof, rpc);
		return checkReveal(proof, chain);
	} catch (error) {
		// Nodes explain in many lines, and some name their own address with its key.
		const [why = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
		return [unchecked(`chain: ${why}`)];
	}
}

async function checkFiles(proof: RevealProof, { gateway, files }: RevealSource): Promise<RevealCheck[]> {
	if (files !== undefined) return checkItems(proof, openItemFolder(files));
	if (gateway !== undefined) return checkItems(proof, openGateway(gateway, proof));
	return [
		unchecked('items: not compared with their files; name a gateway of IPFS with --gateway, or a folder with --files'),
	];
}

const openItemFolder = (folder: string): ItemFiles => ({
	metadata: (tokenNumber) => readFile(join(folder, 'metadata', `${tokenNumber}.json`), 'utf8'),
	picture: async (uri) => (await open(join(folder, 'images', basename(uri)))).createReadStream(),
});

function openGateway(gateway: string, { metadataUri }: RevealProof): ItemFiles {
	// As gateways are written, with that folder or without.
	const base = gateway.replace(/(?:\/ipfs)?\/*$/, '');
	const fetchUri = async (uri: string) => {
		const response = await fetchFrom(`${base}/ipfs/${uri.slice('ipfs://'.length)}`);
		if (!response.ok || response.body === null) throw new Error(`The gateway answers ${response.status}.`);
		return response;
	};
	return {
		metadata: async (tokenNumber) => (await fetchUri(`${metadataUri}${tokenNumber}.json`)).text(),
		picture: async (uri) => (await fetchUri(uri)).body as unknown as AsyncIterable<Uint8Array>,
	};
}
