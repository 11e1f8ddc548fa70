import { type FakeCall, type FakeReply, json } from '../http-server.ts';
import type { Workflow } from './comfyui-painter.ts';

export type FakeUploads = ReturnType<typeof createUploads>;

/** Pictures that clients put into its folders, by the names that `LoadImage` takes. */
export function createUploads() {
	const files = new Map<string, Buffer>();
	let [taken, scripted] = [0, null as FakeReply | null];
	return {
		answer: (reply: FakeReply | null) => {
			scripted = reply;
		},
		count: () => taken,
		take: async ({ headers, body }: FakeCall, mistakes: string[]): Promise<FakeReply> => {
			taken += 1;
			const type = headers['content-type'] ?? '';
			const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
				.formData()
				.catch(() => null);
			const image = form?.get('image');
			if (form === null || !(image instanceof File) || image.size === 0) {
				mistakes.push('the upload holds no picture');
				return { status: 400 };
			}
			if (scripted !== null) return scripted;
			const folder = String(form.get('type') ?? 'input');
			const subfolder = String(form.get('subfolder') ?? '');
			const path = subfolder === '' ? image.name : `${subfolder}/${image.name}`;
			if (path.includes('..') || !['input', 'temp', 'output'].includes(folder)) return { status: 400 };
			files.set(`${folder}/${path}`, Buffer.from(await image.arrayBuffer()));
			return json(200, { name: image.name, subfolder, type: folder });
		},
		/** What the nodes of a workflow load; null where one of the files is not there. */
		load: (workflow: Workflow): readonly Buffer[] | null => {
			const names = Object.values(workflow)
				.filter(({ class_type }) => class_type === 'LoadImage')
				.map(({ inputs }) => String(inputs.image));
			const pictures = names.map((name) => files.get(toPath(name)));
			return pictures.every((picture) => picture !== undefined) ? pictures : null;
		},
		clear: () => {
			files.clear();
			[taken, scripted] = [0, null];
		},
	};
}

/** `folder/name.png [temp]` lies in the folder `temp`; what says nothing lies in `input`. */
function toPath(name: string): string {
	const [, path = name, folder = 'input'] = /^(.*) \[(input|temp|output)\]$/.exec(name) ?? [];
	return `${folder}/${path}`;
}

/** What a workflow gets whose picture is not there. */
export const missingPicture: FakeReply = json(400, {
	error: {
		type: 'prompt_outputs_failed_validation',
		message: 'Prompt outputs failed validation',
		details: '',
		extra_info: {},
	},
	node_errors: {
		'10': {
			errors: [
				{
					type: 'custom_validation_failed',
					message: 'Custom validation failed for node',
					details: 'image - Invalid image file',
					extra_info: {},
				},
			],
			dependent_outputs: ['9'],
			class_type: 'LoadImage',
		},
	},
});
