import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, it, onTestFinished, vi } from 'vitest'
import { checkDatabase, type Finding } from '#server/operate/doctor.ts'
import { connected } from '#server/operate/tables.ts'
import { openSchool } from '#testing/school.ts'
import { setParams } from './testing.ts'

it('the doctor greets the mail server of a school that sends mail, and says what keeps it from answering', async () => {
  const school = await openSchool()
  const smtp = new SMTPServer({ disabledCommands: ['STARTTLS'] })
  const port = await new Promise<number>(done => {
    const listening = smtp.listen(0, '127.0.0.1', () => done((listening.address() as AddressInfo).port))
  })
  const close = () => new Promise<void>(done => smtp.close(() => done()))
  onTestFinished(async () => {
    vi.unstubAllEnvs()
    await close()
    await school.close()
  })
  const mail = async (): Promise<Finding | undefined> =>
    (await connected(school.server.core.url, client => checkDatabase(client, { dataDir: school.server.core.dataDir }))).find(f => f.about === 'Mail')
  expect(await mail()).toEqual({ about: 'Mail', state: 'ok', says: 'no school sends any' })
  await setParams(school, 'message', { emailMode: 'on' })
  expect(await mail()).toMatchObject({ state: 'fail', says: expect.stringContaining('no server is named'), mend: expect.stringContaining('邮件服务器') })
  await setParams(school, 'message', { smtpHost: '127.0.0.1', smtpPort: port })
  expect(await mail()).toMatchObject({ state: 'fail', says: expect.stringContaining('outbound.blocked') })
  vi.stubEnv('OUTBOUND_HOSTS', '127.0.0.1')
  expect(await mail()).toMatchObject({ state: 'ok', says: 'the servers of 1 schools answer' })
  await close()
  expect(await mail()).toMatchObject({ state: 'fail', says: expect.stringMatching(/127\.0\.0\.1:\d+ ECONNREFUSED|ESOCKET/) })
})
