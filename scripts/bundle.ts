import { basename, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

/** An entry in one file, and what it loads on demand: files by the names of assets. */
export type Bundle = { file: string; assets: Record<string, string> };

/** The Node that we ship. */
export const nodeVersion = "24.21.0";

const options: BuildOptions = {
  bundle: true,
  platform: "node",
  format: "cjs",
  target: `node${nodeVersion}`,
  minify: true,
  logLevel: "silent",
};

/** Bundles the source file `entry` into the folder `work`. */
export async function bundled(entry: string, work: string): Promise<Bundle> {
  const file = join(work, `${basename(entry, ".ts")}.cjs`);
  const assets = {};
  await build({ ...options, entryPoints: [entry], outfile: file, plugins: [onDemand(assets, work)] });
  return { file, assets };
}

/**
 * What an entry loads by `import()` becomes an asset of the executable, a bundle of its own: only to parse
 * it would cost every start 2 ms. Its classes are its own too, so an error of the one is none of the other.
 */
function onDemand(assets: Bundle["assets"], work: string): Plugin {
  return {
    name: "on demand",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) =>
        kind === "dynamic-import" ? { path: join(resolveDir, path), namespace: "asset" } : undefined,
      );
      onLoad({ filter: /./, namespace: "asset" }, async ({ path }) => {
        const key = basename(path, ".ts");
        const outfile = join(work, `${key}.asset.cjs`);
        await build({ ...options, entryPoints: [path], outfile });
        assets[key] = outfile;
        const code = `require("node:sea").getAsset(${JSON.stringify(key)}, "utf8")`;
        return { contents: `new Function("module", "require", ${code})(module, require);`, loader: "js" };
      });
    },
  };
}
