import { Alert, Button, Slider, Tabs } from 'antd'
import { useState } from 'react'
import { DAY_MS } from '#model/days.ts'
import { schoolClock, schoolDate } from '#model/school-time.ts'
import { Loaded } from '#web/feedback/Loaded.tsx'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { StateTag } from '#web/feedback/State.tsx'
import { ActionButton } from '#web/forms/ActionButton.tsx'
import { FormButton } from '#web/forms/FormButton.tsx'
import { t } from '#web/i18n/index.ts'
import { Row, Stack } from '#web/layout/Layout.tsx'
import { EntityTable } from '#web/records/EntityTable.tsx'
import { Facts, useRecord } from '#web/records/RecordDetail.tsx'
import { useRead } from '#web/records/useRead.ts'
import { RichText } from '#web/rich/RichText.tsx'
import { checkContent, compareContent, FINDINGS, previewContent, publishContent, restoreContent, sendBackContent } from '../model/actions.ts'
import { contentItem, contentRevision, contentStates } from '../model/content-item.ts'
import style from './site.module.css'

const CHANGES = ['contentItem', 'contentRevision']
/** One item: text and findings for the reviewer, the page as the public will see it, and its revisions. */
export default function ItemPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const { data: row } = useRecord(contentItem, id)
  return (
    <Panel open={isOpen} size={720} title={row?.title ?? t('网站内容')} onClose={() => setOpen(false)} afterClose={onClose}>
      {row ? (
        <Tabs
          items={[
            {
              key: 'text',
              label: t('内容与审核'),
              children: (
                <Stack>
                  <StateTag of={contentStates} state={row.state} />
                  <Findings id={id} />
                  <Facts
                    of={contentItem}
                    row={row}
                    names={['channelId', 'audience', 'sourceDeptId', 'publishAt', 'expireAt', 'authorId', 'reviewerId', 'reviewNote', 'withdrawReason', 'cover', 'attachments']}
                  />
                  {contentStates.allows(row, 'publish') ? (
                    <Row>
                      <ActionButton of={publishContent} input={{ id, no: row.lastNo }} type="primary" changes={CHANGES} confirm={t('通过后到发布时间就会出现在网站上。')} />
                      <FormButton of={sendBackContent} input={{ id }} changes={CHANGES} />
                    </Row>
                  ) : null}
                  <RichText html={row.body} />
                </Stack>
              ),
            },
            { key: 'preview', label: t('预览'), children: <Preview id={id} /> },
            { key: 'revisions', label: t('版本'), children: <Revisions id={id} live={row.liveNo} last={row.lastNo} /> },
          ]}
        />
      ) : null}
    </Panel>
  )
}
function Findings({ id }: { id: string }) {
  const { data } = useRead(checkContent, { id })
  if (!data?.findings.length) return null
  return (
    <Alert
      type="warning"
      message={t('检查出的问题')}
      description={
        <>
          <ul>{data.findings.map(one => one && <li key={one.kind}>{`${t(FINDINGS[one.kind])}${t('：')}${one.text}`}</li>)}</ul>
          {data.checkNote ? <p>{t('保留理由：{{reason}}', { reason: data.checkNote })}</p> : null}
        </>
      }
    />
  )
}
const MOST_DAYS = 60
const WIDTHS = { phone: 360, desktop: 1200 } as const
/** The real public page at a day to come, as wide as a phone or a screen. */
function Preview({ id }: { id: string }) {
  const read = useRead(previewContent, { id })
  const [width, setWidth] = useState<keyof typeof WIDTHS>('phone')
  const [days, setDays] = useState<number>()
  return (
    <Loaded of={read}>
      {({ address, hours }) => {
        const [path = '', query] = address.split('?')
        const at = Date.now() + (days ?? 0) * DAY_MS
        const shown = days === undefined ? (query ? `${path}?${query}` : path) : `${path}?at=${schoolDate(at)}T${schoolClock(at)}`
        return (
          <Stack>
            <Row>
              <Button onClick={() => setWidth(width === 'phone' ? 'desktop' : 'phone')}>{width === 'phone' ? t('看电脑版') : t('看手机版')}</Button>
              <a href={shown} target="_blank" rel="noreferrer">
                {t('在新窗口打开，链接 {{n}} 小时内有效', { n: hours })}
              </a>
            </Row>
            <div>
              {t('网站在 {{n}} 天后的样子', { n: days ?? 0 })}
              <Slider min={0} max={MOST_DAYS} value={days ?? 0} onChange={setDays} tooltip={{ formatter: null }} ariaLabelForHandle={t('几天后')} />
            </div>
            <div className={style.scroller}>
              <iframe className={style.frame} style={{ width: WIDTHS[width] }} src={shown} title={t('预览')} />
            </div>
          </Stack>
        )
      }}
    </Loaded>
  )
}
function Revisions({ id, live, last }: { id: string; live: number | null; last: number }) {
  const [no, setNo] = useState<number>()
  return (
    <Stack>
      <EntityTable<typeof contentRevision>
        of={contentRevision}
        isPart
        where={{ itemId: id }}
        columns={[
          { key: 'no', width: 100, render: row => `${t('第 {{n}} 版', { n: row.no })}${row.no === live ? ` ${t('（线上）')}` : ''}` },
          { key: 'byId', width: 120 },
          { key: 'createdAt', title: '时间', width: 160 },
        ]}
        detail={false}
        rowActions={row => [
          { label: t('比较'), onClick: () => setNo(row.no) },
          row.no === last ? null : (
            <ActionButton key="restore" of={restoreContent} input={{ id, no: row.no }} changes={CHANGES} confirm={t('这一版的内容会成为最新的草稿，要重新审核。')} />
          ),
        ]}
      />
      {no ? <Comparison key={no} id={id} no={no} last={last} /> : null}
    </Stack>
  )
}
function Comparison({ id, no, last }: { id: string; no: number; last: number }) {
  const read = useRead(compareContent, { id, no: last, with: no })
  return (
    <Loaded of={read} empty={data => data.changes.length === 0 && t('两版一样')}>
      {data => (
        <PlainTable
          label={t('第 {{a}} 版与第 {{b}} 版', { a: data.with, b: data.no })}
          rows={data.changes}
          keyOf={row => row.field}
          isCardsOnPhone
          columns={[
            [t('字段'), row => row?.field, { isHead: true }],
            [t('第 {{n}} 版', { n: data.with }), row => <span className={style.text}>{row?.before ?? '—'}</span>],
            [t('第 {{n}} 版', { n: data.no }), row => <span className={style.text}>{row?.after ?? '—'}</span>, { key: 'after' }],
          ]}
        />
      )}
    </Loaded>
  )
}
