import { type ChangeEvent, type ReactNode, useRef, useState } from 'react';
import { type PickedFiles, toPickedFilesInSlices } from './picked-files.ts';

/** What opens the browser's own dialogs for files and folders; `inputs` must be in the page. */
export interface FileInputs {
	readonly openFolder: () => void;
	readonly openFiles: () => void;
	readonly inputs: ReactNode;
}

/**
 * @param name of the page, which the inputs carry as test ids: '<name>-folder' and '<name>-files'
 * @param accept which files the browser's dialog offers
 */
export function useFileInputs(
	name: string,
	onPick: (picked: Promise<PickedFiles>) => void,
	accept = 'image/*,.json,.zip',
): FileInputs {
	const folderInput = useRef<HTMLInputElement>(null);
	const filesInput = useRef<HTMLInputElement>(null);
	/** New inputs for every choice: the same one again must count, and an emptied input would take the files back. */
	const [pickCount, setPickCount] = useState(0);
	function handleChange({ target }: ChangeEvent<HTMLInputElement>) {
		onPick(toPickedFilesInSlices(target.files ?? []));
		setPickCount((before) => before + 1);
	}
	return {
		openFolder: () => folderInput.current?.click(),
		openFiles: () => filesInput.current?.click(),
		inputs: (
			<>
				<input
					key={`folder ${pickCount}`}
					// Typed nowhere, known to every browser.
					{...{ webkitdirectory: '' }}
					ref={folderInput}
					type="file"
					multiple
					hidden
					data-testid={`${name}-folder`}
					onChange={handleChange}
				/>
				<input
					key={`files ${pickCount}`}
					ref={filesInput}
					type="file"
					multiple
					accept={accept}
					hidden
					data-testid={`${name}-files`}
					onChange={handleChange}
				/>
			</>
		),
	};
}
