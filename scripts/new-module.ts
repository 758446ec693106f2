import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { assertDesign } from '#server/codegen/design.ts'
import { ledgerFiles } from '#server/codegen/ledger-files.ts'
import { moduleFiles, plainDesign } from '#server/codegen/module-files.ts'
import { ROOT } from '#server/registry/registry.ts'

/** `npm run new-module -- [--ledger] {code} {名称} {entity} {实体名称}`: generates a module that passes the conformance tests unchanged; with `--ledger`, the entity's rows are accounts. */
const [code, name, entityName, label] = process.argv.slice(2).filter(word => word !== '--ledger')
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
for (const [file, content] of Object.entries(process.argv.includes('--ledger') ? ledgerFiles(design) : moduleFiles(design))) {
  mkdirSync(dirname(join(home, file)), { recursive: true })
  writeFileSync(join(home, file), content)
}
process.stdout.write(`modules/${code} is made. Look over locales/en.json, edit model and migration, and run npm test.\n`)
