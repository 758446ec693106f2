import { join } from 'node:path'
import type pg from 'pg'
import { Refusal } from '#model'
import { type Driver, diskDriver } from '../files/driver.ts'
import { probe } from '../files/probe.ts'
import { clockOf } from '../files/s3.ts'
import { type Finding, found, ok } from './doctor.ts'
import { each, placeOf, readStores, type StoredObject, type StorePlace } from './stores.ts'

/** Tolerated clock skew; S3 rejects requests beyond 15 minutes. */
const MOST_APART_S = 60
const SLOW_MS = 3000
/** Number of files sampled per store. */
const SAMPLE = 50
/** Remedy by error code. */
const MENDS: Readonly<Record<string, string>> = {
  RequestTimeTooSkewed: 'Let this machine follow a time server (chrony, systemd-timesyncd).',
  NoSuchBucket: 'Make the bucket at the store, or mend its name or region.',
  InvalidAccessKeyId: 'Enter the key anew under 文件与存储, or mend FILES_S3_KEY.', // verbatim
  SignatureDoesNotMatch: 'Enter the secret anew under 文件与存储, or mend FILES_S3_SECRET; look at the region too.', // verbatim
  AccessDenied: 'Let the key read, write and delete in this bucket.',
  'outbound.blocked': 'List the host under 系统参数 → 安全 → 允许连接的内部地址.', // verbatim
  'outbound.unknownHost': 'Mend the address of the store, or the name server of this machine.',
}

/** Health check of all stores (data folder, installation's store, schools' stores), with a sample of the files expected in them. */
export async function checkStores(client: pg.Client, dataDir: string, secret: () => Buffer): Promise<Finding[]> {
  const { objects, places, driverOf } = await readStores(client, secret)
  const findings = [await tried('Files, trial', diskDriver(join(dataDir, 'files/objects')))]
  const lying = Map.groupBy(objects, object => placeOf(places, object))
  for (const place of places) {
    const about = `Store ${place.bucketName}${place.school ? ` of school ${place.school}` : ''}`
    findings.push(await lookAt(about, place, () => driverOf({ tenantId: place.tenantId ?? '', bucketName: place.bucketName }), lying.get(place) ?? []))
  }
  const astray = lying.get(undefined) ?? []
  const names = [...new Set(astray.map(o => o.bucketName))].join(', ')
  if (astray.length)
    findings.push(found('Stores', 'fail', `${astray.length} files lie in ${names}, which is not set up`, 'Set the store up again, by FILES_S3_BUCKET or under 文件与存储.')) // verbatim
  return findings
}
async function lookAt(about: string, place: StorePlace, driver: () => Driver, objects: readonly StoredObject[]): Promise<Finding> {
  try {
    const apart = Math.abs(await clockOf(place.settings())) / 1000
    const trial = await tried(about, driver())
    if (trial.state === 'fail') return trial
    if (apart > MOST_APART_S) return found(about, 'warn', `its clock and that of this machine are ${apart.toFixed(0)} s apart`, MENDS.RequestTimeTooSkewed ?? '')
    const step = Math.max(1, Math.ceil(objects.length / SAMPLE))
    const at = Math.floor(Math.random() * step)
    const sample = objects.filter((_, i) => i % step === at)
    const lost: string[] = []
    await each(sample, async ({ objectKey, size }) => {
      if ((await driver().size(objectKey)) !== size) lost.push(objectKey)
    })
    if (lost.length)
      return found(
        about,
        'fail',
        `${lost.length} of ${sample.length} files looked at are missing or of another size: ${lost.slice(0, 3).join(', ')}`,
        'npm run backup names them all; bring them back from a backup (stores/…).',
      )
    return { ...trial, says: `${trial.says}; ${sample.length} of its ${objects.length} files looked at, all there` }
  } catch (error) {
    return wrong(about, error)
  }
}
async function tried(about: string, driver: Driver): Promise<Finding> {
  try {
    const ms = await probe(driver)
    const says = `written, read and removed in ${ms} ms`
    return ms > SLOW_MS ? found(about, 'warn', says, 'Look at the network, or the disk, on the way there.') : ok(about, says)
  } catch (error) {
    return wrong(about, error)
  }
}
/** Error of the store or the system, with its code. */
function wrong(about: string, error: unknown): Finding {
  const { code, message } = error as NodeJS.ErrnoException
  const [issue] = error instanceof Refusal ? error.issues : []
  const word = issue?.values?.reason || issue?.rule || code || message
  const status = issue?.values?.status
  return found(about, 'fail', `${status ? `${status} ` : ''}${word}`, MENDS[String(word)] ?? 'Does it run, is there room, and can this machine reach it and write there?')
}
