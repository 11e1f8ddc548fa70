import type { AttributeJob, StartAttributesInput } from '@adx/validators/attributes';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { PickedFile } from '../../../lib/files/picked-files.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { signedInAs } from '../../../test/fixtures.ts';
import { openPage } from '../../../test/setup.tsx';
import { stubWorkers } from '../../../test/workers.ts';
import { attributesClient } from '../worker/attributes-client.ts';
import { AttributesWorkerService } from '../worker/attributes-worker-service.ts';
import { createMemoryFolderStore, workerDeps } from '../worker/attributes-worker-testing.ts';
import { clearDraft } from './attributes-draft.ts';

/** A completed run of 120 images. */
export function createRun(changes: Partial<AttributeJob> = {}): AttributeJob {
	const id = changes.id ?? 'run-1';
	return {
		id,
		status: 'completed',
		progress: 100,
		totalImages: 120,
		processedImages: 120,
		downloadUrl: `/api/attribute-generator/${id}/download`,
		errorMessage: null,
		createdAt: new Date('2026-11-21T10:00:00Z'),
		completedAt: new Date('2026-11-21T10:00:03Z'),
		projectName: 'Winter Court',
		seed: 'winter',
		findingCount: 0,
		findings: [],
		...changes,
	};
}

export const runUnderWay = (changes: Partial<AttributeJob> = {}): AttributeJob =>
	createRun({
		status: 'processing',
		progress: 40,
		processedImages: 48,
		downloadUrl: null,
		completedAt: null,
		...changes,
	});

/** The runs behind the API, and every change that was asked for. */
export interface RunServer {
	runs: AttributeJob[];
	/** Orders, in turn. */
	readonly started: StartAttributesInput[];
	/** Lists that were handed over. */
	readonly lists: string[];
	/** Times that one run was asked for. */
	asked: number;
	/** Pictures are looked into once this has come. */
	checking: Promise<void>;
	/** What keeps a folder's list from being sent. */
	listRefusal: Error | null;
	/** Refuses the next start with this. */
	refusal: Refusal | null;
	/** Refuses every look at a run with this. */
	trouble: Refusal | null;
	/** Ends the thread without a word, as closing the tab would; the browser's own memory stays. */
	forgetPage: () => void;
}

/** Serves runs to a developer, and reads folders in this very thread. */
export function serveRuns(...runs: AttributeJob[]): RunServer {
	const store = createMemoryFolderStore();
	const server: RunServer = {
		runs,
		started: [],
		lists: [],
		asked: 0,
		checking: Promise.resolve(),
		listRefusal: null,
		refusal: null,
		trouble: null,
		forgetPage() {
			attributesClient.close();
			clearDraft();
		},
	};
	const { readImage } = workerDeps();
	stubWorkers(
		() =>
			new AttributesWorkerService(
				workerDeps({
					store,
					readImage: async (...args) => {
						await server.checking;
						return readImage(...args);
					},
					sendList: async (_sha256, document) => {
						if (server.listRefusal !== null) throw server.listRefusal;
						server.lists.push(await document.text());
					},
				}),
			),
	);
	api.use(
		procedure('auth', 'check', () => signedInAs('developer')),
		procedure('attributes', 'list', () => server.runs.map((run) => ({ ...run, findings: [] }))),
		procedure('attributes', 'get', (input) => {
			server.asked++;
			const { id } = input as { id: string };
			return server.trouble ?? server.runs.find((run) => run.id === id) ?? new Refusal(404, 'No such run.');
		}),
		procedure('attributes', 'start', (input) => {
			const order = input as StartAttributesInput;
			server.started.push(order);
			const { refusal } = server;
			server.refusal = null;
			if (refusal !== null) return refusal;
			const { folderSize: totalImages, seed = 'made up', projectName = '' } = order;
			const id = `run-${server.runs.length + 1}`;
			const job = runUnderWay({ id, totalImages, seed, projectName, progress: 0, processedImages: 0 });
			server.runs = [job, ...server.runs];
			return { success: true, job, error: null };
		}),
	);
	return server;
}

/** Opens the page at a run, or at none. */
export async function openAttributes(runId?: string): Promise<void> {
	openPage(runId === undefined ? '/attributes' : `/attributes?job=${runId}`);
	await screen.findByRole('heading', { level: 1, name: 'Attribute Generator' });
}

/** Picks a folder with 'Select Folder', as a file input gives it. */
export async function pickFolder(files: readonly PickedFile[]): Promise<void> {
	const picked = files.map(({ path, blob }) => {
		const file = new File([blob], path.split('/').at(-1) ?? '', { type: blob.type });
		Object.defineProperty(file, 'webkitRelativePath', { value: path });
		return file;
	});
	await userEvent.upload(screen.getByTestId('attributes-folder'), picked, { applyAccept: false });
}
