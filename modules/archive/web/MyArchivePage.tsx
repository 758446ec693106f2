import { Link } from 'react-router'
import { Empty } from '#web/feedback/Empty.tsx'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Sheet } from '#web/feedback/Sheet.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { Timeline } from '#web/feedback/Timeline.tsx'
import type { AnswerOf } from '#web/forms/useAct.ts'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { Page } from '#web/layout/Page.tsx'
import type { PageFile } from '#web/pages/pages.ts'
import { useRead } from '#web/records/useRead.ts'
import { StudentsOnly } from '#web/session/StudentsOnly.tsx'
import { formatDate, formatDatetime } from '#web/values/format.ts'
import { dictLabel, useDict } from '#web/values/useDict.ts'
import { CARRIERS } from '../model/archive-dispatch.ts'
import { fileStates } from '../model/archive-file.ts'
import { MOVE_KINDS } from '../model/archive-move.ts'
import { archiveMaterialKind } from '../model/dictionaries.ts'
import { myArchive } from '../model/mine.ts'

type Mine = AnswerOf<typeof myArchive>[number]
/** 我的档案: state, contents, where it goes and where it has been. */
export default function MyArchivePage() {
  return (
    <StudentsOnly title={t('我的学生档案')} otherwise={t('当前账号不是学生，没有自己的档案')}>
      <Content />
    </StudentsOnly>
  )
}
function Content() {
  const read = useRead(myArchive, {})
  return (
    <Page title={t('我的学生档案')} width="form">
      <Loaded of={read}>
        {rows => {
          const [file] = rows
          return (
            <Stack gap={4}>
              {file ? <Where of={file} /> : <Empty title={t('还没有你的档案记录')} />}
              <Sheet title={t('毕业去向')}>
                <p>{file?.recipient ? t('档案将转往：{{unit}}', { unit: file.recipient }) : t('毕业前请登记去向，核实后档案才能转出。')}</p>
                <Row gap={3}>
                  <Link to="/archive/destinations/apply">{t('登记毕业去向')}</Link>
                  <Link to="/archive/destinations/mine">{t('我的登记')}</Link>
                </Row>
              </Sheet>
              {file ? <Papers of={file} /> : null}
              {file?.moves.length ? (
                <Sheet title={t('档案流转')}>
                  <Timeline
                    label={t('档案流转')}
                    events={file.moves.flatMap((m, n) => (m ? [{ key: n, at: formatDatetime(m.at), what: t(MOVE_KINDS[m.kind]), more: m.toHolder }] : []))}
                  />
                </Sheet>
              ) : null}
            </Stack>
          )
        }}
      </Loaded>
    </Page>
  )
}
function Where({ of: file }: { of: Mine }) {
  const kinds = useDict(archiveMaterialKind)
  const lacks = (file.missingKinds ?? []).flatMap(k => (k ? [dictLabel(kinds, k)] : []))
  const { dispatch } = file
  return (
    <Sheet label={t('我的学生档案')}>
      <Stack gap={2}>
        <Row gap={3} spread="between">
          <b>{file.archiveNo}</b>
          <StateTag of={fileStates} state={file.state} />
        </Row>
        {file.holder ? <p>{t('现在：{{holder}}', { holder: file.holder })}</p> : <p className="ql-quiet">{t('学校还没有收到')}</p>}
        {file.holdUntil ? <p>{t('学校暂存到 {{date}}', { date: formatDate(file.holdUntil) })}</p> : null}
        {lacks.length ? <p>{t('还缺：{{kinds}}', { kinds: lacks.join('、') })}</p> : null}
        {dispatch?.sentOn ? (
          <p>
            {[t(CARRIERS[dispatch.carrier]), t('函号 {{no}}', { no: dispatch.letterNo }), dispatch.trackingNo ? t('运单号 {{waybill}}', { waybill: dispatch.trackingNo }) : '']
              .filter(Boolean)
              .join(' · ')}
          </p>
        ) : null}
        <p className="ql-help">{t('档案不能交给个人，只由机要、EMS 或专人转递。')}</p>
      </Stack>
    </Sheet>
  )
}
function Papers({ of: file }: { of: Mine }) {
  const kinds = useDict(archiveMaterialKind)
  return (
    <Sheet title={t('材料目录')}>
      <PlainTable
        label={t('材料目录')}
        rows={file.materials}
        keyOf={row => `${row?.kind} ${row?.title} ${row?.docDate}`}
        empty={t('还没有登记材料')}
        columns={[
          [t('名称'), row => row?.title, { isHead: true }],
          [t('种类'), row => dictLabel(kinds, row?.kind ?? '')],
          [t('归档日期'), row => (row?.filedOn ? formatDate(row.filedOn) : t('待归档'))],
        ]}
      />
    </Sheet>
  )
}
export const about: PageFile['about'] = () => ({
  use: t('你的档案在哪里、里面有什么、寄到了没有。'),
  who: t('只有你自己和负责你的老师看得到。'),
  first: t('毕业前登记去向；寄出后在这里看运单号和回执。'),
})
