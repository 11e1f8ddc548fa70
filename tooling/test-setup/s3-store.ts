import type { TestProject } from 'vitest/node';
import { hasCephGateway, startTemporaryGateway } from '../ceph/temporary.mjs';

declare module 'vitest' {
	interface ProvidedContext {
		/** With the access key and its secret as user and password; undefined where there is no object store. */
		s3Url: string | undefined;
	}
}

/** Gives tests an object store: the one that TEST_S3_URL names, else Ceph's gateway where its programs are found. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
	const { TEST_S3_URL: given } = process.env;
	if (given || !hasCephGateway()) {
		if (!given) console.log("No TEST_S3_URL given and no Ceph gateway found: the object store's tests are skipped.");
		project.provide('s3Url', given || undefined);
		return undefined;
	}
	const { url, stop } = await startTemporaryGateway();
	project.provide('s3Url', url);
	return stop;
}
