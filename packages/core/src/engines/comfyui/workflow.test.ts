import { describe, expect, it } from 'vitest';
import { fillWorkflow, parseWorkflow, type WorkflowValues } from './workflow.ts';

const values: WorkflowValues = { prompt: 'a "figure"\n$& here', negative: 'text', seed: 7, width: 1_024, height: 768 };
const node = (inputs: object) => ({ class_type: 'Node', inputs });
const workflow = {
	'3': node({ seed: '{{seed}}', steps: 20, model: ['4', 0] }),
	'5': node({ width: '{{width}}', height: '{{ height }}', batch_size: 1 }),
	'6': { ...node({ text: 'masterpiece, {{prompt}}, {{width}} px', clip: ['4', 1] }), _meta: { title: '{{title}}' } },
	'7': node({ text: '{{negative}}' }),
	'12:1': node({ lora: { on: true, names: ['{{prompt}}'] } }),
};

describe('a workflow with named places', () => {
	it('gets values at its places: numbers where they are a whole input, texts within others', () => {
		const { workflow: parsed = {} } = parseWorkflow(JSON.stringify(workflow));
		expect(fillWorkflow(parsed, values)).toEqual({
			'3': node({ seed: 7, steps: 20, model: ['4', 0] }),
			'5': node({ width: 1_024, height: 768, batch_size: 1 }),
			'6': {
				...node({ text: 'masterpiece, a "figure"\n$& here, 1024 px', clip: ['4', 1] }),
				_meta: { title: '{{title}}' },
			},
			'7': node({ text: 'text' }),
			'12:1': node({ lora: { on: true, names: [values.prompt] } }),
		});
	});

	it('needs prompt and seed only, and not in a title', () => {
		const small = { '1': node({ text: '{{prompt}} {{seed}}' }) };
		expect(parseWorkflow(JSON.stringify(small)).workflow).toEqual(small);
		const titled = { '1': { ...node({ text: '{{prompt}}' }), _meta: { title: '{{seed}}' } } };
		expect(parseWorkflow(JSON.stringify(titled)).problem).toBe(
			'The workflow has to name {{seed}} where the inputs of its nodes take them.',
		);
		expect(parseWorkflow(JSON.stringify({ '1': node({ text: 'a figure' }) })).problem).toBe(
			'The workflow has to name {{prompt}} and {{seed}} where the inputs of its nodes take them.',
		);
	});

	it('refuses places that there are none of', () => {
		const other = { '1': node({ text: '{{prompt}} {{seed}} {{style}}' }) };
		expect(parseWorkflow(JSON.stringify(other)).problem).toBe(
			'The workflow names a place {{style}}. There are {{prompt}}, {{negative}}, {{seed}}, {{width}}, {{height}}, {{sketch}}, {{reference}}, {{reference2}} and {{reference3}}.',
		);
		const inherited = { '1': node({ text: '{{prompt}} {{seed}} {{constructor}}' }) };
		expect(parseWorkflow(JSON.stringify(inherited)).problem).toContain('{{constructor}}');
	});

	it.each<[string, string, RegExp]>([
		['nothing', '', /not JSON/],
		['text', 'KSampler', /not JSON/],
		['what the editor saves', '{"nodes":[{"id":3}],"links":[]}', /editor/],
		['a list', '[]', /not a workflow for the API/],
		['null', 'null', /not a workflow for the API/],
		['no node', '{}', /not a workflow for the API/],
		['nodes without a class', '{"1":{"inputs":{"text":"{{prompt}} {{seed}}"}}}', /not a workflow for the API/],
		['nodes without inputs', '{"1":{"class_type":"X"}}', /not a workflow for the API/],
		[
			'a node by the name of what objects inherit',
			'{"__proto__":{"class_type":"X","inputs":{}}}',
			/not a workflow for the API/,
		],
		[
			'501 nodes',
			JSON.stringify(Object.fromEntries(Array.from({ length: 501 }, (_, id) => [id, node({})]))),
			/not a workflow/,
		],
		[
			'inputs a thousand levels deep',
			`{"1":{"class_type":"X","inputs":{"a":${'['.repeat(1_000)}${']'.repeat(1_000)}}}}`,
			/too deep/,
		],
		['200,001 characters', `"${'x'.repeat(200_000)}"`, /longer than/],
	])('refuses %s with a sentence', (_, text, problem) => {
		const parsed = parseWorkflow(text);
		expect(parsed.problem).toMatch(problem);
		expect(parsed.problem).toMatch(/^[A-Z].*\.$/);
	});

	it('takes inputs by the names of what objects inherit for inputs', () => {
		const text = '{"1":{"class_type":"X","inputs":{"toString":"{{prompt}}","constructor":"{{seed}}"}}}';
		const { workflow: parsed = {} } = parseWorkflow(text);
		expect(JSON.stringify(fillWorkflow(parsed, values))).toContain('"constructor":7');
	});
});
