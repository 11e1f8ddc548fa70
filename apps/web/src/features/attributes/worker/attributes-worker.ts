import { readZip } from '../../../lib/files/read-zip.ts';
import type { AttributesMessage, AttributesRequest } from './attributes-messages.ts';
import { AttributesWorkerService } from './attributes-worker-service.ts';
import { drawThumbnail } from './draw-thumbnail.ts';
import { openFolderStore } from './folder-store.ts';
import { uploadFolderList } from './upload-folder-list.ts';

/** A picture changes hands instead of being copied. */
function post(answer: AttributesMessage): void {
	const isDrawn = answer.kind === 'picture' && answer.bitmap !== null;
	self.postMessage(answer, { transfer: isDrawn && answer.bitmap !== null ? [answer.bitmap] : [] });
}

const desk = new AttributesWorkerService({
	store: openFolderStore(),
	sendList: uploadFolderList,
	readZip,
	drawSmall: drawThumbnail,
	tell: post,
});

self.addEventListener('message', ({ data }: MessageEvent<AttributesRequest>) => desk.ask(data));
