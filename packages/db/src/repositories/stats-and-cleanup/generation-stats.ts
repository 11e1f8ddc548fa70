import type { Database } from '../../client/database.ts';
import type { OwnerScope } from '../../schema/database-schema.ts';
import { isOfAJob } from '../generation/generated-images.ts';

export interface GenerationStats {
	readonly stored: number;
	/** Images that ended as stored or failed, each once however often it was tried. */
	readonly attempted: number;
	/** Distinct DNA among the stored images. */
	readonly distinctDna: number;
}

export async function readGenerationStats(db: Database, ownerId: OwnerScope): Promise<GenerationStats> {
	return db
		.selectFrom('generatedImages')
		.select((eb) => [
			eb.fn.countAll<number>().filterWhere('state', '=', 'stored').as('stored'),
			eb.fn.countAll<number>().filterWhere('state', '!=', 'planned').as('attempted'),
			eb.fn.count<number>('dna').distinct().filterWhere('state', '=', 'stored').as('distinctDna'),
		])
		.where(isOfAJob)
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.executeTakeFirstOrThrow();
}

/** Another text once anything that is counted may have changed; it reads jobs alone. */
export async function readJobsStamp(db: Database, ownerId: OwnerScope): Promise<string> {
	const { jobs, versions } = await db
		.selectFrom('generationJobs')
		.select((eb) => [eb.fn.countAll<number>().as('jobs'), eb.fn.sum<string | null>('version').as('versions')])
		.$if(ownerId !== 'all', (query) => query.where('ownerId', '=', ownerId))
		.executeTakeFirstOrThrow();
	return `${jobs} ${versions}`;
}
