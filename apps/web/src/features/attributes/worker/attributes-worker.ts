import { expose } from 'comlink';
import { readZip } from '../../../lib/files/read-zip.ts';
import { decodeImage } from '../../../lib/images/decode-image.ts';
import { AttributesWorkerService } from './attributes-worker-service.ts';
import { openFolderStore } from './folder-store.ts';
import { sendList } from './send-list.ts';

/** Twice the size that the table shows, for sharp screens. */
const thumbnailWidthPx = 80;

/** A small picture of an image file; null where this browser sees none. */
const drawSmall = (file: Blob) =>
	createImageBitmap(file, { resizeWidth: thumbnailWidthPx, resizeQuality: 'medium' }).catch(() => null);

expose(new AttributesWorkerService({ store: openFolderStore(), sendList, readZip, drawSmall, readImage: decodeImage }));
