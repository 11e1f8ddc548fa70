import { readZip } from '../../lib/read-zip.ts';
import { readImage } from './image-facts.ts';
import { openMergeStore } from './merge-store.ts';
import { MergerDesk } from './merger-desk.ts';
import type { MergerQuestion } from './messages.ts';
import { uploadServer } from './upload-server.ts';

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
