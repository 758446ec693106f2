/** A package in `package-lock.json`, by its folder. */
export interface Locked {
  version?: string
  license?: string
  dev?: boolean
  devOptional?: boolean
}
/** Licences compatible with distributing the product under Apache-2.0: permissive ones, and LGPL and MPL, which require only the source of that part, shipped as separate files. */
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
  'MPL-2.0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
])
/** Licences stated in the LICENSE file but missing or non-standard in package.json. */
const READ: Readonly<Record<string, string>> = { 'png-js': 'MIT', duck: 'BSD-2-Clause' }

/** Whether an SPDX expression permits an allowed licence: all operands of `AND`, one of `OR`. */
export function isAllowed(expression: string): boolean {
  const text = expression.trim()
  const inner = /^\(([^()]*)\)$/.exec(text)?.[1]
  if (inner !== undefined) return isAllowed(inner)
  const any = sides(text, 'OR')
  if (any.length > 1) return any.some(isAllowed)
  const all = sides(text, 'AND')
  return all.length > 1 ? all.every(isAllowed) : ALLOWED.has(text)
}
/** Operands of an operator; brackets are kept together. */
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
/** One message per production dependency whose licence is missing or not allowed. */
export function licenceFaults(packages: Readonly<Record<string, Locked>>): string[] {
  return Object.entries(packages).flatMap(([folder, { version, license, dev, devOptional }]) => {
    if (!folder || dev || devOptional) return []
    const name = folder.replace(/^.*node_modules\//, '')
    const given = READ[name] ?? license
    if (!given) return [`${name} ${version} names no licence; read its LICENSE file and add what it says`]
    return isAllowed(given) ? [] : [`${name} ${version} is under ${given}, which is not allowed`]
  })
}
