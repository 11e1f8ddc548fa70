import { readZip } from '../../../lib/files/read-zip.ts';
import type { MergerQuestion } from '../merger-messages.ts';
import { uploadServer } from '../uploads/upload-api.ts';
import { readImage } from './decode-image.ts';
import { openMergeStore } from './merge-store.ts';
import { MergerDesk } from './merger-worker-service.ts';

/** Tabs tell each other by it which collection to look at anew. */
const tabs = new BroadcastChannel('adx-merger');

const desk = new MergerDesk({
	store: openMergeStore(),
	server: uploadServer,
	readImage,
	readZip,
	tell: (answer) => self.postMessage(answer),
	announce: (collectionId) => tabs.postMessage(collectionId),
});

self.addEventListener('message', ({ data }: MessageEvent<MergerQuestion>) => desk.ask(data));
self.addEventListener('online', () => desk.ask({ kind: 'resume' }));
tabs.addEventListener('message', ({ data }: MessageEvent<string>) => {
	desk.ask({ kind: 'changedElsewhere', collectionId: data });
});
