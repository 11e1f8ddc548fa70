import type { Services } from '../../platform/context.ts';
import type { ComputedCar } from '../../platform/ipfs/computed-car.ts';
import { publishCar } from '../../platform/ipfs/publish-car.ts';
import type { JobRun } from '../../platform/jobs/define-job.ts';

/** Laying out comes first and is reported as this much; the rest goes by bytes published. */
const laidOutPercent = 10;

/** Publishes the files of a sale where the operator set an IPFS service; false where none is set. */
export async function publishCars(
	{ storage, minting: { ipfsApiUrl } }: Services,
	{ metadata, images }: Readonly<Record<'metadata' | 'images', ComputedCar>>,
	{ report, signal }: JobRun<number>,
): Promise<boolean> {
	await report(laidOutPercent);
	if (ipfsApiUrl === null) return false;
	const totalBytes = metadata.sizeBytes + images.sizeBytes;
	let sentBytes = 0;
	const sent = (bytes: number) => {
		sentBytes += bytes;
		void report(laidOutPercent + Math.min(1, sentBytes / totalBytes) * (99 - laidOutPercent));
	};
	const publishing = { ipfsApiUrl, storage, sent, signal };
	// Images first, so that a reader of the metadata finds what it names.
	await publishCar(publishing, images);
	await publishCar(publishing, metadata);
	return true;
}
