import { expose } from 'comlink';
import { hashContent } from '../../../lib/files/content-hash.ts';
import { readZip } from '../../../lib/files/read-zip.ts';
import { createUploadApi } from '../../../lib/uploads/upload-api.ts';
import { LayersWorkerService } from './layers-worker-service.ts';

const service = new LayersWorkerService({
	server: createUploadApi('/api/layers/missing'),
	readZip,
	hash: hashContent,
});

self.addEventListener('online', () => service.resume());
expose(service);
