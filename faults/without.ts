import { registerHooks } from 'node:module'

/** A guard removed in a control run: this source text is replaced in the processes of that control only. */
export interface Cut {
  file: string
  from: string
  to: string
}
/** Replaces the guards; throws if one is not found, so that no control runs with it in place. */
export function takeAway(source: string, file: string, cuts: readonly Cut[]): string {
  return cuts
    .filter(cut => cut.file === file)
    .reduce((text, { from, to }) => {
      if (!text.includes(from)) throw new Error(`${file} does not say "${from}" any more; the control of this experiment must follow`)
      return text.replaceAll(from, to)
    }, source)
}
const given = process.env.FAULTS_WITHOUT
if (given) {
  const cuts = JSON.parse(given) as Cut[]
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const file = cuts.find(cut => url.endsWith(`/${cut.file}`))?.file
      return file && loaded.source ? { ...loaded, source: takeAway(Buffer.from(loaded.source as Uint8Array).toString(), file, cuts) } : loaded
    },
  })
}
