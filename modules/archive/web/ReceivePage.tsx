import { Input } from 'antd'
import { useRef, useState } from 'react'
import { Refused } from '#web/feedback/Refused.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { DictSelect } from '#web/inputs/DictSelect.tsx'
import { RefSelect } from '#web/inputs/RefSelect.tsx'
import { Columns, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { useView } from '#web/records/ViewSwitch.tsx'
import { CodeBox } from '#web/scan/CodeBox.tsx'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { archiveFile } from '../model/archive-file.ts'
import { archiveMaterialKind, archiveReceiveMethod } from '../model/dictionaries.ts'
import { prepareFiles, receiveFile, remindMissing } from '../model/file-actions.ts'

const VIEWS = {
  missing: { label: '催交', where: { 'missingKinds.isNull': false } },
  notReceived: { label: '未到', where: { state: 'notReceived' } },
} as const
const CHANGES = ['archiveMove']
type Received = AnswerOf<typeof receiveFile>
/** 档案管理 → 新生接收: set the shelf once, then scan file after file; below, who still lacks papers. */
export default function ReceivePage() {
  const views = useView(VIEWS)
  return (
    <Page title={t('新生接收')} actions={<ActionButton of={prepareFiles} input={{}} confirm={t('给还没有档案记录的在籍学生各建一份，状态为未到。')} />}>
      <Stack gap={4}>
        <Desk />
        <EntityTable<typeof archiveFile>
          of={archiveFile}
          title={t('材料催交')}
          isPart
          views={views}
          verbs={['export']}
          columns={[
            { key: 'archiveNo', width: 150 },
            { key: 'studentNo', width: 130 },
            { key: 'studentId', width: 110, align: 'left' },
            { key: 'state', width: 90 },
            { key: 'missingKinds', width: 260, align: 'left' },
            { key: 'receivedOn', width: 120 },
            { key: 'remindedOn', width: 120 },
          ]}
          facts={['studentNo', 'missingKinds']}
          filters={['studentId', 'studentId.departmentId', 'studentId.classId']}
          batchActions={rows => {
            const ids = rows.filter(r => r.missingKinds?.length).map(r => r.id)
            return ids.length ? <ActionButton of={remindMissing} input={{ ids }} confirm={t('通知 {{n}} 名学生缺哪些材料。', { n: ids.length })} done={t('已通知')} /> : null
          }}
        />
      </Stack>
    </Page>
  )
}
function Desk() {
  const [place, setPlace] = useState<string | null>(null)
  const [method, setMethod] = useState('carried')
  const [from, setFrom] = useState('')
  const [last, setLast] = useState<Received>()
  const [barcode, setBarcode] = useState('')
  const box = useRef<{ focus(): void }>(null)
  const act = useAct(receiveFile, {
    changes: CHANGES,
    done: false,
    onDone: answer => {
      setLast(answer)
      setBarcode('')
      box.current?.focus()
    },
  })
  const take = (code: string) => {
    if (place) act.mutate({ code, locationId: place, receiveMethod: method, receivedFrom: from || null, archiveNo: barcode || null, custodianId: null })
  }
  return (
    <Sheet title={t('扫描接收')}>
      <Stack gap={3}>
        <Columns min={220} gap={3}>
          <RefSelect
            to="archiveLocation"
            className="ql-wide"
            placeholder={t('库位')}
            aria-label={t('库位')}
            value={place}
            onChange={value => setPlace(typeof value === 'string' ? value : null)}
          />
          <DictSelect of={archiveReceiveMethod} aria-label={t('接收方式')} allowClear={false} value={method} onChange={code => setMethod(code ?? 'carried')} />
          <Input className="ql-wide" aria-label={t('来自')} placeholder={t('来自哪所学校或单位，可不填')} value={from} onChange={event => setFrom(event.target.value)} />
          <Input className="ql-wide" aria-label={t('新档案号')} placeholder={t('新条码，可不填')} value={barcode} onChange={event => setBarcode(event.target.value)} />
        </Columns>
        <CodeBox id="archive-receive" label={place ? t('扫档案号、学号或考生号') : t('先选库位，再扫码')} onCode={take} handle={box} />
        <div role="status">{last && !act.error ? <Taken of={last} /> : null}</div>
        {act.error ? <Refused what={t('没有收进来')} error={act.error} /> : null}
      </Stack>
    </Sheet>
  )
}
function Taken({ of }: { of: Received }) {
  const kinds = useDict(archiveMaterialKind)
  const lacks = of.missing.flatMap(k => (k ? [dictLabel(kinds, k)] : []))
  return (
    <p>
      <b>{[of.name, of.studentNo, of.className].filter(Boolean).join(' · ')}</b> {of.archiveNo} {lacks.length ? t('还缺：{{kinds}}', { kinds: lacks.join('、') }) : t('材料齐全')}
    </p>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('把新生的档案收进来，告诉学生缺什么。'),
  who: t('档案管理员和学工处。'),
  first: t('选好库位和方式，一份一份扫；催交名单在下面。'),
})
