/** A package as `package-lock.json` has it, by its folder. */
export interface Locked {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
}
/** Licences under which a dependency may be part of the product (Apache-2.0): they let it be passed on, changed and sold with no more than a notice,
 *  or, as LGPL does, ask for the source of that part alone, which stands beside ours as a file of its own. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** What packages say in their LICENSE file and not, or not in these words, in their package.json. */
const READ: Readonly<Record<string, string>> = { 'png-js': 'MIT', duck: 'BSD-2-Clause' }

/** Whether an SPDX expression leaves us a licence we allow: all sides of an `AND`, one of an `OR`. */
export function isAllowed(expression: string): boolean {
  const text = expression.trim()
  const inner = /^\(([^()]*)\)$/.exec(text)?.[1]
  if (inner !== undefined) return isAllowed(inner)
  const any = sides(text, 'OR')
  if (any.length > 1) return any.some(isAllowed)
  const all = sides(text, 'AND')
  return all.length > 1 ? all.every(isAllowed) : ALLOWED.has(text)
}
/** The parts between an operator, brackets kept together. */
function sides(text: string, operator: 'AND' | 'OR'): string[] {
  const made: string[] = ['']
  let depth = 0
  for (const word of text.split(/\s+/)) {
    depth += (word.match(/\(/g)?.length ?? 0) - (word.match(/\)/g)?.length ?? 0)
    if (word === operator && !depth) made.push('')
    else made[made.length - 1] = `${made.at(-1)} ${word}`.trim()
  }
  return made
}
/** One sentence for each production dependency whose licence is missing or not allowed. */
export function licenceFaults(packages: Readonly<Record<string, Locked>>): string[] {
  return Object.entries(packages).flatMap(([folder, { version, license, dev, devOptional }]) => {
    if (!folder || dev || devOptional) return []
    const name = folder.replace(/^.*node_modules\//, '')
    const given = READ[name] ?? license
    if (!given) return [`${name} ${version} names no licence; read its LICENSE file and add what it says`]
    return isAllowed(given) ? [] : [`${name} ${version} is under ${given}, which is not allowed`]
  })
}
