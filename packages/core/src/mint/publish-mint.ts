import { AppError } from '../platform/errors.ts';
import { isRootPinned, toKuboRequest } from '../platform/ipfs/kubo-node.ts';
import type { MintCar } from './mint-car.ts';

const timeoutMs = 60_000;

/**
 * Sends the CAR to the operator's IPFS node, which pins it (https://docs.ipfs.tech/reference/kubo/rpc/#api-v0-dag-import).
 * Sending it again changes nothing, and `gone` ends it. 409 `ipfs_unavailable` unless the node says that it keeps the root.
 */
export async function publishMint(ipfsApiUrl: string, { root, bytes }: MintCar, gone?: AbortSignal): Promise<void> {
	const limit = AbortSignal.timeout(timeoutMs);
	try {
		const body = new FormData();
		body.append('file', new Blob([bytes], { type: 'application/vnd.ipld.car' }), `${root}.car`);
		const { url, headers } = toKuboRequest(`${ipfsApiUrl}/api/v0/dag/import?pin-roots=true`);
		const answer = await fetch(url, {
			method: 'POST',
			body,
			headers,
			signal: gone === undefined ? limit : AbortSignal.any([gone, limit]),
		});
		const text = await answer.text();
		if (!answer.ok) throw new Error(`The IPFS node answered ${answer.status}.`);
		if (!isRootPinned(text, root)) throw new Error(`The IPFS node did not pin ${root}.`);
	} catch (cause) {
		const message = 'The picture could not be published on IPFS. Nothing was minted; try again in a minute.';
		throw new AppError('PRECONDITION', { reason: 'ipfs_unavailable', message, cause });
	}
}
