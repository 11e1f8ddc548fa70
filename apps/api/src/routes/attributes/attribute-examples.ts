import type { OperationExample } from '../../openapi/operation-examples.ts';

const id = '3c2f6d1e-8b47-4e0a-9d55-71c0a4e2b8f6';

const job = {
	id,
	status: 'completed',
	progress: 100,
	totalImages: 3,
	processedImages: 3,
	downloadUrl: `/api/attribute-generator/${id}/download`,
	errorMessage: null,
	createdAt: '2026-11-21T10:00:00.000Z',
	completedAt: '2026-11-21T10:00:00.900Z',
	projectName: 'Winter Court',
	seed: '9f3c2a1b7d6e5f40',
	findingCount: 1,
	findings: [{ filename: 'art/b.png', problem: 'The metadata is no JSON object.' }],
} as const;

/** An order of three images, one of which has metadata already. */
export const attributeOrderExample: OperationExample = {
	body: {
		folderSize: 3,
		fileNames: ['art/a.png', 'art/b.png', 'art/c.png'],
		existingMetadata: [{ name: 'Ilse', attributes: [{ trait_type: 'Class', value: 'Alchemist' }] }, [], null],
		projectName: 'Winter Court',
		seed: '9f3c2a1b7d6e5f40',
		weights: { class: { wizard: 3 } },
	},
	answer: {
		success: true,
		job: {
			...job,
			status: 'processing',
			progress: 0,
			processedImages: 0,
			downloadUrl: null,
			completedAt: null,
			findingCount: 0,
			findings: [],
		},
		error: null,
	},
};

/** What the procedures of the attributes router take and answer. */
export const attributeExamples: Readonly<Record<string, OperationExample>> = {
	'attributes.list': { answer: [{ ...job, findings: [] }] },
	'attributes.get': { answer: job },
};
