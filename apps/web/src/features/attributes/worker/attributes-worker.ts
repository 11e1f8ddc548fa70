import { readZip } from '../../../lib/files/read-zip.ts';
import type { AttributesAnswer, AttributesQuestion } from './attributes-messages.ts';
import { AttributesDesk } from './attributes-worker-service.ts';
import { drawSmall } from './draw-thumbnail.ts';
import { openFolderStore } from './folder-store.ts';
import { sendList } from './upload-folder-list.ts';

/** A picture changes hands instead of being copied. */
function tell(answer: AttributesAnswer): void {
	const isDrawn = answer.kind === 'picture' && answer.bitmap !== null;
	self.postMessage(answer, { transfer: isDrawn && answer.bitmap !== null ? [answer.bitmap] : [] });
}

const desk = new AttributesDesk({ store: openFolderStore(), sendList, readZip, drawSmall, tell });

self.addEventListener('message', ({ data }: MessageEvent<AttributesQuestion>) => desk.ask(data));
