import type { InputCollection, MergeJob } from '@adx/validators/merge';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { readZip } from '../../../lib/files/read-zip.ts';
import { MemoryServer } from '../../../lib/uploads/upload-testing.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { signedInAs } from '../../../test/fixtures.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { openPage } from '../../../test/setup.tsx';
import { type StubWorker, stubWorkers } from '../../../test/workers.ts';
import { importQueue } from '../inputs/import-queue.ts';
import { clearDraft } from '../merge-draft.ts';
import type { MergeStore } from '../worker/merge-store.ts';
import { mergerClient } from '../worker/merger-client.ts';
import { MergerWorkerService } from '../worker/merger-worker-service.ts';
import { memoryStore, readHeaderOnly } from '../worker/merger-worker-testing.ts';

export const mergeUnderWay = (changes: Partial<MergeJob> = {}): MergeJob =>
	createMergeJob({
		status: 'processing',
		phase: 'merging',
		progress: 40,
		downloadUrl: null,
		completedAt: null,
		sizeBytes: null,
		provenance: null,
		...changes,
	});

/** The merges behind the API, as far as the page can change them, and every change that was asked for. */
export interface MergeServer {
	jobs: MergeJob[];
	readonly uploads: MemoryServer;
	/** What all tabs of this browser share. */
	readonly store: MergeStore;
	readonly calls: (readonly [string, unknown])[];
	/** Times that the list was asked for. */
	listed: number;
	/** Resolves when the tab is closed that has the merger open; null where there is none. */
	otherTab: Promise<void> | null;
	/** Refuses the next change with this. */
	refusal: Refusal | null;
	/** Those that were started to read files, in order. */
	threads: readonly StubWorker[];
	/** Ends the thread without a word, as closing the tab would; the browser's own memory stays. */
	forgetPage: () => void;
}

/** Serves merges to somebody with the admin unlock, and reads files in this very thread. */
export function serveMerges(...jobs: MergeJob[]): MergeServer {
	const store = memoryStore();
	const uploads = new MemoryServer();
	const server: MergeServer = {
		jobs,
		uploads,
		store,
		calls: [],
		listed: 0,
		otherTab: null,
		refusal: null,
		threads: [],
		forgetPage() {
			importQueue.clear();
			mergerClient.close();
			clearDraft();
		},
	};
	// jsdom has no addresses of blobs.
	URL.createObjectURL = () => 'blob:preview';
	URL.revokeObjectURL = () => {};
	async function whenAlone(onWaiting: () => void): Promise<void> {
		if (server.otherTab !== null) onWaiting();
		await server.otherTab;
	}
	server.threads = stubWorkers(() => {
		const deps = { store, server: uploads, readImage: readHeaderOnly, readZip, announce: () => {}, whenAlone };
		return new MergerWorkerService(deps);
	});
	function change(verb: string, input: unknown, changes: (job: MergeJob) => Partial<MergeJob>): MergeJob | Refusal {
		server.calls.push([verb, input]);
		const { refusal } = server;
		server.refusal = null;
		if (refusal !== null) return refusal;
		const { jobId } = input as { jobId: string };
		server.jobs = server.jobs.map((job) => (job.id === jobId ? { ...job, ...changes(job) } : job));
		return server.jobs.find(({ id }) => id === jobId) ?? new Refusal(404, 'No such merge.');
	}
	api.use(
		procedure('auth', 'check', () => signedInAs('creator', { adminUnlocked: true })),
		procedure('merge', 'list', () => {
			server.listed++;
			return server.jobs;
		}),
		procedure('merge', 'get', (input) => {
			const { jobId } = input as { jobId: string };
			return server.jobs.find(({ id }) => id === jobId) ?? new Refusal(404, 'No such merge.');
		}),
		procedure('merge', 'start', (input) => {
			server.calls.push(['start', input]);
			const { refusal } = server;
			server.refusal = null;
			if (refusal !== null) return refusal;
			const { projectName, inputCollections } = input as {
				projectName: string;
				inputCollections: InputCollection[];
			};
			const totalImages = inputCollections.reduce((sum, { imageCount }) => sum + imageCount, 0);
			const job = mergeUnderWay({ id: `merge-${server.jobs.length + 1}`, projectName, totalImages, inputCollections });
			server.jobs = [job, ...server.jobs];
			return { jobId: job.id, job };
		}),
		procedure('merge', 'update', (input) => {
			const { jobId: _jobId, ...changes } = input as Partial<MergeJob> & { jobId: string };
			return change('update', input, () => changes);
		}),
		procedure('merge', 'hide', (input) => change('hide', input, () => ({ hidden: true }))),
		procedure('merge', 'show', (input) => change('show', input, () => ({ hidden: false }))),
	);
	return server;
}

/** Opens the page at a merge, or at none, and waits until what the browser has stored is read back. */
export async function openMerger(jobId?: string): Promise<ReturnType<typeof openPage>> {
	const leavePage = openPage(jobId === undefined ? '/merger' : `/merger?job=${jobId}`);
	await screen.findByRole('heading', { level: 1, name: 'Merge' });
	await waitFor(() => expect(mergerClient.store.getState().phase).not.toBe('opening'));
	return leavePage;
}

/** A file as an input gives it; for a folder's input, with its path. */
export function fileOf(path: string, content: BlobPart, type = 'image/png', isInFolder = false): File {
	const file = new File([content], path.split('/').at(-1) ?? '', { type });
	if (isInFolder) Object.defineProperty(file, 'webkitRelativePath', { value: path });
	return file;
}

/** Picks with 'Select Files' or 'Select Folder'. */
export const pickWith = (which: 'files' | 'folder', files: File[]) =>
	userEvent.upload(screen.getByTestId(`merger-${which}`), files, { applyAccept: false });
