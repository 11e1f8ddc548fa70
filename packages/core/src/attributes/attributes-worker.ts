import { createHash } from 'node:crypto';
import { decodeIndex } from '@adx/collection/archive/pack-index';
import { computeZipLayout } from '@adx/collection/archive/zip-layout';
import { buildAttributesArchive } from '@adx/collection/attributes/attributes-archive';
import { AttributesError, planAttributes } from '@adx/collection/attributes/plan-attributes';
import { PlanImpossibleError } from '@adx/collection/plan/plan-error';
import type { AttributeFinding } from '@adx/validators/attributes';
import { attributeFindingsListed } from '@adx/validators/limits';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { AttributesOutcome, AttributesTask } from './attributes-in-thread.ts';
import { readFolderManifest } from './folder-manifest.ts';

const reportEveryImages = 500;

/** Reads the list, plans the trait sets, and makes everything that has to be stored. */
export default function runAttributesTask(task: AttributesTask): AttributesOutcome {
	try {
		return make(task);
	} catch (error) {
		if (error instanceof AttributesError || error instanceof PlanImpossibleError) {
			return { kind: 'refused', message: error.message };
		}
		throw error;
	}
}

function make({ projectName, options, folder, port }: AttributesTask): AttributesOutcome {
	const { images, findings: fileFindings } =
		folder === null ? { images: undefined, findings: undefined } : readFolderManifest(folder, options.folderSize);
	const order = { ...options, projectName };
	const collection = planAttributes({
		...order,
		fileNames: images?.map(({ filename }) => filename),
		existing: images?.map(({ metadata }) => metadata),
		reportedAs: images?.map(({ reportedAs }) => reportedAs),
		originals: images?.map(({ original }) => (original === undefined ? undefined : Buffer.from(original, 'base64'))),
		fileFindings,
	});
	const { pack, index } = buildAttributesArchive(order, collection, (done) => {
		// Files that tell of all images, and originals, are not images of their own.
		if (done % reportEveryImages === 0) port.postMessage(Math.min(done, options.folderSize));
	});
	const packSha256 = createHash('sha256').update(pack).digest('hex');
	const layout = computeZipLayout(decodeIndex(index, packSha256).entries);
	const { findings } = collection;
	const outcome: AttributesOutcome = {
		kind: 'made',
		pack,
		index,
		archiveBytes: layout.totalBytes,
		archiveEtag: layout.etag,
		findingCount: findings.length,
		findings: findings.slice(0, attributeFindingsListed).map(storable),
	};
	// The bytes change hands instead of being copied. What arrives is the value; the types of piscina do not tell that.
	const handedOver = { [transferableSymbol]: [pack.buffer, index.buffer], [valueSymbol]: outcome };
	return move(handedOver as never) as unknown as AttributesOutcome;
}

/** PostgreSQL keeps neither U+0000 nor half a surrogate pair in a jsonb. */
function storable({ filename, problem }: AttributeFinding): AttributeFinding {
	const clean = (text: string) => text.toWellFormed().replaceAll('\0', '\uFFFD');
	return { filename: clean(filename), problem: clean(problem) };
}
