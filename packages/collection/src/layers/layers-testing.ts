import type { LayerProject } from './layer-project.ts';
import { listLayerTexts, readLayers } from './read-layers.ts';

/** For tests: the paths of HashLips' own example layers, as they lie in its repository. */
export const hashLipsPaths: readonly string[] = [
	...['Black#1', 'Blue#3', 'Green#5', 'Pink#7', 'Purple#9', 'Red#11', 'White#13', 'Yellow#15'].map(
		(name) => `layers/Background/${name}.png`,
	),
	...['High#20', 'Low#40', 'Middle#40'].map((name) => `layers/Bottom lid/${name}.png`),
	...['Cyan#1', 'Green#1', 'Pink#1', 'Purple#1', 'Red#10', 'Yellow#10'].map((name) => `layers/Eye color/${name}.png`),
	...['Red#50', 'White#50'].map((name) => `layers/Eyeball/${name}.png`),
	...['Large#20', 'Medium#20', 'Small#60'].map((name) => `layers/Iris/${name}.png`),
	'layers/Shine/Shapes#100.png',
	...['High#30', 'Low#20', 'Middle#50'].map((name) => `layers/Top lid/${name}.png`),
];

/** For tests: HashLips' config in the form it comes with, with these entries of `layerConfigurations`. */
export function hashLipsConfig(layerConfigurations: string, more = ''): string {
	return `const basePath = process.cwd();
const { MODE } = require(\`\${basePath}/constants/blend_mode.js\`);
const { NETWORK } = require(\`\${basePath}/constants/network.js\`);

const network = NETWORK.eth;

// General metadata for Ethereum
const namePrefix = "Your Collection";
const baseUri = "ipfs://NewUriToReplace";

const layerConfigurations = ${layerConfigurations};
${more}
const debugLogs = false;
const format = { width: 512, height: 512, smoothing: false };
const pixelFormat = { ratio: 2 / 128 };
const preview = { thumbPerRow: 5, imageRatio: format.height / format.width, imageName: "preview.png" };
const extraAttributes = () => [{ value: Math.random() * 100 }];

module.exports = { format, baseUri, layerConfigurations, preview, namePrefix, network, extraAttributes };
`;
}

/** For tests: the example's own order, for that many images. */
export const hashLipsOrder = (size: number) => `[
	{
		growEditionSizeTo: ${size},
		layersOrder: [
			{ name: "Background" },
			{ name: "Eyeball" },
			{ name: "Eye color" },
			{ name: "Iris" },
			{ name: "Shine" },
			{ name: "Bottom lid" },
			{ name: "Top lid" },
		],
	},
]`;

/** For tests: a project as a caller reads it, from files by path; those without a text are pictures. */
export function readProject(files: Readonly<Record<string, string | null>> | readonly string[]): LayerProject {
	const entries = Array.isArray(files) ? files.map((path) => [path, null] as const) : Object.entries(files);
	const paths = entries.map(([path]) => path as string);
	const wanted = new Set(listLayerTexts(paths));
	const texts = entries.flatMap(([path, text]) => (text !== null && wanted.has(path) ? [[path, text] as const] : []));
	return readLayers(paths, new Map(texts));
}

/** For tests: each layer's values with their weights. */
export function listWeights(
	{ configurations }: LayerProject,
	configuration = 0,
): Record<string, Record<string, number>> {
	return Object.fromEntries(
		(configurations[configuration]?.layers ?? []).map(({ name, values }) => [
			name,
			Object.fromEntries(values.map((value) => [value.name, value.weight])),
		]),
	);
}

export const toMessages = ({ findings }: LayerProject): string[] =>
	findings.map(({ severity, message }) => `${severity}: ${message}`);
