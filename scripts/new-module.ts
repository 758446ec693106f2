import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assertDesign } from '#server/codegen/design.ts'
import { ledgerFiles } from '#server/codegen/ledger-files.ts'
import { moduleFiles, plainDesign } from '#server/codegen/module-files.ts'
import { applicationFiles, taskFiles } from '#server/codegen/template-files.ts'
import { ROOT } from '#server/registry/registry.ts'

/** What the entity is: a plain record, an account of a ledger, an application of students, or a task that each of them answers. */
const SHAPES = { '--ledger': ledgerFiles, '--application': applicationFiles, '--task': taskFiles } as const
const isShape = (word: string): word is keyof typeof SHAPES => word in SHAPES
const words = process.argv.slice(2)
/** `npm run new-module -- [--ledger | --application | --task] {code} {名称} {entity} {实体名称}`: generates a module that passes the conformance tests unchanged. */
const [code, name, entityName, label] = words.filter(word => !isShape(word))
const shape = words.find(isShape)
if (!code || !name || !entityName || !label) {
  process.stderr.write('npm run new-module -- repair 报修 repairType 报修类型\n')
  process.exit(1)
}
const home = join(ROOT, 'modules', code)
if (existsSync(home)) {
  process.stderr.write(`modules/${code} exists already.\n`)
  process.exit(1)
}
const design = plainDesign(code, name, entityName, label)
try {
  assertDesign(design)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
for (const [file, content] of Object.entries(shape ? SHAPES[shape](design) : moduleFiles(design))) {
  mkdirSync(dirname(join(home, file)), { recursive: true })
  writeFileSync(join(home, file), content)
}
process.stdout.write(`modules/${code} is made. Look over locales/en.json, edit model and migration, and run npm test.\n`)
