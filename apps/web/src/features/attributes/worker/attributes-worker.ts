import { expose } from 'comlink';
import { readZip } from '../../../lib/files/read-zip.ts';
import { AttributesWorkerService } from './attributes-worker-service.ts';
import { drawThumbnail } from './draw-thumbnail.ts';
import { openFolderStore } from './folder-store.ts';
import { uploadFolderList } from './upload-folder-list.ts';

expose(
	new AttributesWorkerService({
		store: openFolderStore(),
		sendList: uploadFolderList,
		readZip,
		drawSmall: drawThumbnail,
	}),
);
