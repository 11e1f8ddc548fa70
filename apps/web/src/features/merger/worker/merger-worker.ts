import { expose } from 'comlink';
import { readZip } from '../../../lib/files/read-zip.ts';
import { decodeImage } from '../../../lib/images/decode-image.ts';
import { createUploadApi } from '../../../lib/uploads/upload-api.ts';
import { openMergeStore } from './merge-store.ts';
import { MergerWorkerService } from './merger-worker-service.ts';
import { whenAlone } from './tab-lock.ts';

/** The channel by which tabs that cannot keep each other out tell each other which collection to read again. */
const tabs = new BroadcastChannel('adx-merger');

const service = new MergerWorkerService({
	store: openMergeStore(),
	server: createUploadApi('/api/uploads/missing'),
	readImage: decodeImage,
	readZip,
	announce: (collectionId) => tabs.postMessage(collectionId),
	whenAlone,
});

self.addEventListener('online', () => service.resume());
tabs.addEventListener('message', ({ data }: MessageEvent<string>) => void service.changedElsewhere(data));
expose(service);
