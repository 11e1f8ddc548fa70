import type { MergeJob } from '@adx/validators/merge';

/** A completed merge of 30 images from two collections. */
export function createMergeJob(changes: Partial<MergeJob> = {}): MergeJob {
	const id = changes.id ?? 'merge-1';
	const createCollection = (name: string, imageCount: number) => ({
		id: name,
		name,
		description: '',
		imageCount,
		uploadedAt: '2026-11-21T10:00:00.000Z',
	});
	return {
		id,
		projectName: 'Frost & Fire',
		description: '',
		inputCollections: [createCollection('Elves', 20), createCollection('Orcs', 10)],
		status: 'completed',
		phase: 'done',
		progress: 100,
		totalImages: 30,
		mergedImages: [],
		coverUrl: null,
		downloadUrl: `/api/merge-jobs/${id}/download`,
		sizeBytes: 9_000_000,
		provenance: 'p'.repeat(64),
		secondsLeft: null,
		leftOut: {},
		createdAt: '2026-11-21T10:00:00.000Z',
		completedAt: '2026-11-21T10:00:20.000Z',
		errorMessage: null,
		collectionName: null,
		collectionSymbol: null,
		collectionDescription: null,
		royaltyPercentage: 0,
		mintPrice: null,
		isMinting: false,
		isMinted: false,
		contractAddress: null,
		mintedAt: null,
		salePhase: null,
		themes: ['Fantasy'],
		hidden: false,
		showsCreator: false,
		...changes,
	};
}
