import { useEffectEvent, useLayoutEffect, useState } from 'react';
import { type PickedFiles, readDrop } from './picked-files.ts';

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;

/** Takes files and folders dropped anywhere on the page; true while some are held over it. */
export function useFileDrop(onDrop: (picked: Promise<PickedFiles>) => void): boolean {
	const [isOver, setOver] = useState(false);
	const drop = useEffectEvent(onDrop);
	// Before the page can be seen: a file that nothing takes opens in its place.
	useLayoutEffect(() => {
		// Every element that is crossed on the way enters and leaves by itself.
		let depth = 0;
		const stop = new AbortController();
		const listen = (type: 'dragenter' | 'dragover' | 'dragleave' | 'drop', handle: (event: DragEvent) => void) =>
			window.addEventListener(
				type,
				(event) => {
					if (!carriesFiles(event)) return;
					event.preventDefault();
					handle(event);
				},
				{ signal: stop.signal },
			);
		listen('dragenter', () => {
			depth++;
			setOver(true);
		});
		listen('dragover', () => {});
		listen('dragleave', () => {
			depth = Math.max(0, depth - 1);
			if (depth === 0) setOver(false);
		});
		listen('drop', ({ dataTransfer }) => {
			depth = 0;
			setOver(false);
			if (dataTransfer !== null) drop(readDrop(dataTransfer));
		});
		return () => stop.abort();
	}, []);
	return isOver;
}
