import { type FakeReply, json } from '../http-server.ts';
import { corruptPicture, createPicture } from '../painting/pictures.ts';

/** Nodes by their ids. */
export type Workflow = Readonly<
	Record<string, { readonly class_type: string; readonly inputs: Readonly<Record<string, unknown>> }>
>;

/** What one workflow gets. */
export type FakeComfyUiAnswer =
	/** A PNG that is different for every workflow, beside a preview of it. */
	| { readonly kind: 'image' }
	/** The same, but nobody is told that it has ended. */
	| { readonly kind: 'silent' }
	| { readonly kind: 'no_outputs' }
	| { readonly kind: 'empty_picture' }
	| { readonly kind: 'corrupt_image' }
	/** A page where the picture should be. */
	| { readonly kind: 'html_picture' }
	/** 200 MB where the picture should be. */
	| { readonly kind: 'huge_picture' }
	/** Its file is not there. */
	| { readonly kind: 'missing_picture' }
	| { readonly kind: 'node_error' }
	| { readonly kind: 'out_of_memory' }
	| { readonly kind: 'interrupted' }
	/** Taken, and forgotten: the service was started again. */
	| { readonly kind: 'lost' }
	/** Taken, and neither painted nor forgotten. */
	| { readonly kind: 'waits' }
	/** Painted, but the history answers so many times with a failure. */
	| { readonly kind: 'history_fails'; readonly times: number }
	| { readonly kind: 'unknown_node' }
	| { readonly kind: 'unknown_model' }
	| { readonly kind: 'wrong_json' }
	| { readonly kind: 'html' }
	| { readonly kind: 'server_error' }
	| { readonly kind: 'redirect' }
	| { readonly kind: 'hang' }
	| { readonly kind: 'reset' };

/** What a workflow gets that does not get into the queue; null for one that does. */
export function refusalOf(answer: FakeComfyUiAnswer): FakeReply | null {
	switch (answer.kind) {
		case 'unknown_node':
			return json(400, {
				error: {
					type: 'invalid_prompt',
					message: 'Cannot execute because node Painter does not exist.',
					details: "Node ID '#9'",
					extra_info: {},
				},
				node_errors: {},
			});
		case 'unknown_model':
			return json(400, {
				error: {
					type: 'prompt_outputs_failed_validation',
					message: 'Prompt outputs failed validation',
					details: '',
					extra_info: {},
				},
				node_errors: {
					'4': {
						errors: [
							{
								type: 'value_not_in_list',
								message: 'Value not in list',
								details: "ckpt_name: 'x' not in []",
								extra_info: {},
							},
						],
						dependent_outputs: ['9'],
						class_type: 'CheckpointLoaderSimple',
					},
				},
			});
		case 'wrong_json':
			return json(200, { prompt_id: '../../queue' });
		case 'html':
			return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><title>Sign in</title>' };
		case 'server_error':
			return { status: 500, body: '500 Internal Server Error' };
		case 'redirect':
			return { status: 302, headers: { location: 'http://169.254.169.254/' } };
		case 'hang':
		case 'reset':
			return answer.kind;
		default:
			return null;
	}
}

export type Painter = ReturnType<typeof createPainter>;

/** Queue, history and pictures. */
export function createPainter(sizePx: number) {
	const queued = new Set<string>();
	const history = new Map<string, object>();
	const failures = new Map<string, number>();
	const files = new Map<string, FakeReply>();
	return {
		enqueue: (id: string) => void queued.add(id),
		listQueued: () => [...queued],
		paint: async (id: string, workflow: Workflow, answer: FakeComfyUiAnswer) => {
			if (answer.kind === 'waits') return;
			if (answer.kind === 'lost') {
				queued.delete(id);
				return;
			}
			if (answer.kind === 'history_fails') failures.set(id, answer.times);
			const name = `ComfyUI_${id}_.png`;
			const file = await createFile(workflow, answer, sizePx);
			if (file !== null) files.set(name, file);
			history.set(id, createEntry(id, workflow, answer, name));
			// Until then it is being painted (`task_done` of ComfyUI's `execution.py`), however long that takes.
			queued.delete(id);
		},
		getHistory: (id: string): FakeReply => {
			const left = failures.get(id) ?? 0;
			failures.set(id, left - 1);
			if (left > 0) return { status: 503, body: 'Service Unavailable' };
			const entry = history.get(id);
			return json(200, entry === undefined ? {} : { [id]: entry });
		},
		view: (query: URLSearchParams): FakeReply => {
			const file = query.get('type') === 'output' ? files.get(query.get('filename') ?? '') : undefined;
			return file ?? { status: 404 };
		},
		clear: () => {
			queued.clear();
			history.clear();
			failures.clear();
			files.clear();
		},
	};
}

async function createFile(workflow: Workflow, answer: FakeComfyUiAnswer, sizePx: number): Promise<FakeReply | null> {
	const text = JSON.stringify(workflow);
	const headers = { 'content-type': 'image/png' };
	switch (answer.kind) {
		case 'empty_picture':
			return { status: 200, headers };
		case 'corrupt_image':
			return { status: 200, headers, body: await corruptPicture(text, sizePx) };
		case 'html_picture':
			return { status: 200, headers: { 'content-type': 'text/html' }, body: '<!DOCTYPE html><title>Sign in</title>' };
		case 'huge_picture':
			return { status: 200, headers, body: Buffer.alloc(1_048_576), repeats: 200 };
		case 'missing_picture':
			return null;
		default:
			return { status: 200, headers, body: await createPicture(text, 'png', sizePx) };
	}
}

function createEntry(id: string, workflow: Workflow, answer: FakeComfyUiAnswer, filename: string): object {
	const prompt = [1, id, workflow, {}, ['9']];
	const ended = (status_str: string, ...messages: readonly unknown[]) => ({
		status_str,
		completed: status_str === 'success',
		messages: [['execution_start', { prompt_id: id, timestamp: 1 }], ...messages],
	});
	const failed = (type: string, message: string) => ({
		prompt,
		outputs: {},
		status: ended('error', [
			'execution_error',
			{
				prompt_id: id,
				node_id: '3',
				node_type: 'KSampler',
				exception_type: type,
				exception_message: message,
				traceback: [],
			},
		]),
	});
	switch (answer.kind) {
		case 'node_error':
			return failed('RuntimeError', 'mat1 and mat2 shapes cannot be multiplied');
		case 'out_of_memory':
			return failed('torch.OutOfMemoryError', 'Allocation on device');
		case 'interrupted':
			return {
				prompt,
				outputs: {},
				status: ended('error', ['execution_interrupted', { prompt_id: id, node_id: '3' }]),
			};
		case 'no_outputs':
			return { prompt, outputs: { '8': { text: ['done'] } }, status: ended('success') };
		default: {
			const preview = { filename: 'ComfyUI_temp_preview.png', subfolder: '', type: 'temp' };
			const outputs = { '7': { images: [preview] }, '9': { images: [{ filename, subfolder: '', type: 'output' }] } };
			return {
				prompt,
				outputs,
				status: ended('success', ['execution_success', { prompt_id: id, timestamp: 2 }]),
				meta: {},
			};
		}
	}
}
