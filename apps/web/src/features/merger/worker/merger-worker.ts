import { readZip } from '../../../lib/files/read-zip.ts';
import type { MergerRequest } from '../merger-messages.ts';
import { uploadApi } from '../uploads/upload-api.ts';
import { decodeImage } from './decode-image.ts';
import { openMergeStore } from './merge-store.ts';
import { MergerWorkerService } from './merger-worker-service.ts';

/** Tabs tell each other by it which collection to look at anew. */
const tabs = new BroadcastChannel('adx-merger');

const desk = new MergerWorkerService({
	store: openMergeStore(),
	server: uploadApi,
	readImage: decodeImage,
	readZip,
	tell: (answer) => self.postMessage(answer),
	announce: (collectionId) => tabs.postMessage(collectionId),
});

self.addEventListener('message', ({ data }: MessageEvent<MergerRequest>) => desk.ask(data));
self.addEventListener('online', () => desk.ask({ kind: 'resume' }));
tabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
	desk.ask({ kind: 'changedElsewhere', collectionId: data });
});
