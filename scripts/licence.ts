import { createPrivateKey, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isDate } from '#model'
import { today } from '#server/base/today.ts'
import { makeCode } from '#server/licence/code.ts'
import { makeVendorKeys } from '#server/licence/vendor.ts'

/** For the vendor only: generates the key pair once, and signs licences with the private key, which is never in the repository.
 *  node scripts/licence.ts keys <folder>
 *  node scripts/licence.ts sign --key <private.pem> --school 青山职院 --machine ABCD-… --students 5000 --until 2027-08-31 [--edition 标准版] [--modules a,b] [--grace 30]
 *  The path of the key may also be given in QINGLAN_VENDOR_PRIVATE_KEY. */
const USAGE =
  'node scripts/licence.ts keys <folder> | sign --key <private.pem> --school <name> --machine <code> --students <n> --until <YYYY-MM-DD> [--edition …] [--modules a,b] [--grace 30]\n'

function stop(words: string): never {
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
function makeKeys(folder: string): void {
  if (existsSync(join(folder, 'private.pem'))) stop(`${folder}/private.pem is there already.`)
  makeVendorKeys(folder)
  process.stdout.write(`${folder}/private.pem stays with the vendor; add ${folder}/public.pem to kernel/server/licence/vendor.pem.\n`)
}
function sign(args: readonly string[]): void {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: [...args],
    options: {
      key: text,
      school: text,
      machine: text,
      students: text,
      until: text,
      edition: { ...text, default: '标准版' },
      modules: { ...text, default: '' },
      grace: { ...text, default: '30' },
    },
  })
  const key = values.key ?? process.env.QINGLAN_VENDOR_PRIVATE_KEY
  const maxStudents = Number(values.students)
  const graceDays = Number(values.grace)
  if (!key || !values.school || !values.machine || !values.until) stop(USAGE)
  if (!isDate(values.until) || values.until < today()) stop(`--until must be a day to come, it is ${values.until}`)
  if (!Number.isSafeInteger(maxStudents) || maxStudents < 1) stop(`--students must be a number, it is ${values.students}`)
  if (!Number.isSafeInteger(graceDays) || graceDays < 0 || graceDays > 365) stop(`--grace must be a number of days up to 365, it is ${values.grace}`)
  const licensed = {
    ...{ id: randomUUID(), schoolName: values.school, edition: values.edition, maxStudents, graceDays, issuedAt: today(), expireDate: values.until, machineCode: values.machine },
    modules: values.modules.split(',').filter(Boolean),
  }
  process.stdout.write(`${makeCode(licensed, createPrivateKey(readFileSync(key)))}\n`)
}
const [command, ...rest] = process.argv.slice(2)
if (command === 'keys' && rest[0]) makeKeys(rest[0])
else if (command === 'sign') sign(rest)
else stop(USAGE)
