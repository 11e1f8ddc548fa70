import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import { useStore } from 'zustand';
import { useGenerationFormContext } from '../form/form-schema.ts';
import { layersStore } from './layers-store.ts';

/** What is said of a folder whose pictures the server did not all take. */
export const notSent = 'Not all layers could be sent.';

/** Keeps the form's `layers` at the folder that can be drawn from, also while the section about it is not on show. */
export function useLayersField(): void {
	const { control, getFieldState, setValue, setError, clearErrors } = useGenerationFormContext();
	// A form that is reset forgets the folder, which is still there.
	const layers = useWatch({ control, name: 'layers' });
	const chosen = useStore(layersStore, ({ view, uploadProblem }) =>
		view?.isUsable && uploadProblem === null ? view.id : '',
	);
	const isRefused = useStore(layersStore, ({ uploadProblem }) => uploadProblem !== null);
	useEffect(() => {
		if (layers !== chosen) setValue('layers', chosen);
		if (isRefused) setError('layers', { message: notSent });
		else if (chosen !== '' || getFieldState('layers').error?.message === notSent) clearErrors('layers');
	}, [layers, chosen, isRefused, getFieldState, setValue, setError, clearErrors]);
}
