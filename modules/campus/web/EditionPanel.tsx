import { useMutation } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { Upload } from 'lucide-react'
import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { PlainTable } from '#web/feedback/PlainTable.tsx'
import { Refused } from '#web/feedback/Refused.tsx'
import { usePick } from '#web/files/usePick.tsx'
import { type AnswerOf, useAct } from '#web/forms/useAct.ts'
import { post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Row } from '#web/layout/Layout.tsx'
import { actionAddress } from '#web/values/address.ts'
import { importEdition, previewEdition } from '../model/canton-actions.ts'
import style from './campus.module.css'
import { isRead } from './public/PreviewPanel.tsx'

type Preview = AnswerOf<typeof previewEdition>
/** Lines `110101 东城区`, separated by blanks, tabs or commas: copied from the ministry's page, or CSV. */
export const readEdition = (text: string): Array<{ code: string; name: string }> =>
  [...text.matchAll(/(\d{6})["\s,，]+([^\s",，\d][^\s",，]*)/g)].map(m => ({ code: m[1] as string, name: m[2] as string }))

/** Imports a new edition, pasted or from a file, after showing the differences. */
export function EditionPanel({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [text, setText] = useState('')
  const [successors, setSuccessors] = useState<Readonly<Record<string, string>>>({})
  const rows = readEdition(text)
  const input = { rows, successors: Object.entries(successors).map(([code, successor]) => ({ code, successor: successor || null })) }
  const look = useMutation<{ found: Preview; at: number }, Error>({
    mutationFn: async () => ({ found: await post<Preview>(actionAddress(previewEdition), input, { quiet: true }), at: Date.now() }),
  })
  const take = useAct(importEdition, { onDone: () => setOpen(false) })
  const { pick, input: chooser } = usePick({
    accept: '.csv,.txt,.tsv',
    onPick: async ([file]) => {
      if (file) setText(await file.text())
      look.reset()
    },
  })
  const found = look.data?.found
  const error = take.error ?? look.error
  const isSame = found && !found.added.length && !found.renamed.length && !found.abolished.length
  return (
    <Panel
      open={isOpen}
      onClose={() => setOpen(false)}
      afterClose={onClose}
      title={t('导入新版区划')}
      size={720}
      footer={
        <div className="ql-acts">
          <Button onClick={() => setOpen(false)}>{t('取消')}</Button>
          {found && !isSame ? (
            <Button type="primary" loading={take.isPending} onClick={() => isRead(look.data?.at ?? 0) && take.mutate(input)}>
              {t('导入')}
            </Button>
          ) : (
            <Button type="primary" disabled={!rows.length} loading={look.isPending} onClick={() => look.mutate()}>
              {t('比较')}
            </Button>
          )}
        </div>
      }
    >
      <p className="ql-help">{t('粘贴民政部公布的区划代码表，或选择 CSV、TXT 文件；每行一个六位代码和名称。要是完整的一版。')}</p>
      <Input.TextArea
        aria-label={t('区划代码表')}
        value={text}
        rows={8}
        placeholder={'110000 北京市\n110101 东城区'} // verbatim
        onChange={event => {
          setText(event.target.value)
          look.reset()
        }}
      />
      <Row className={style.source}>
        {chooser}
        <Button icon={<Upload size={15} />} onClick={pick}>
          {t('选择文件')}
        </Button>
        <span className="ql-quiet">{rows.length ? t('读到 {{n}} 行', { n: rows.length }) : null}</span>
      </Row>
      {error ? <Refused what={t('没有导入')} error={error} /> : null}
      {found ? <Difference found={found} successors={successors} onChoose={(code, successor) => setSuccessors(now => ({ ...now, [code]: successor }))} /> : null}
    </Panel>
  )
}
function Difference({ found, successors, onChoose }: { found: Preview; successors: Readonly<Record<string, string>>; onChoose: (code: string, successor: string) => void }) {
  return (
    <section aria-live="polite">
      <p>
        {t('新增 {{added}}，更名 {{renamed}}，撤并 {{abolished}}，不变 {{same}}', {
          added: found.added.length,
          renamed: found.renamed.length,
          abolished: found.abolished.length,
          same: found.unchanged,
        })}
      </p>
      {found.added.length ? <p className="ql-quiet">{t('新增：{{names}}', { names: names(found.added) })}</p> : null}
      {found.renamed.length ? <p className="ql-quiet">{t('更名：{{names}}', { names: found.renamed.map(r => (r ? `${r.code} ${r.from}→${r.to}` : '')).join(t('、')) })}</p> : null}
      {found.abolished.length ? (
        <PlainTable
          label={t('撤并')}
          rows={found.abolished}
          keyOf={a => a.code}
          columns={[
            [
              t('撤并'),
              a => (
                <>
                  {a.name}

                  {a.code}
                </>
              ),
            ],
            [t('涉及记录'), a => a.records],
            [
              t('现行代码'),
              a => (
                <Input
                  aria-label={t('{{name}}的现行代码', { name: a.name })}
                  maxLength={6}
                  inputMode="numeric"
                  value={successors[a.code] ?? a.successor ?? ''}
                  onChange={event => onChoose(a.code, event.target.value.trim())}
                />
              ),
            ],
          ]}
        />
      ) : null}
    </section>
  )
}
const names = (rows: Preview['added']): string =>
  rows
    .slice(0, 30)
    .map(r => (r ? `${r.name} ${r.code}` : ''))
    .join(t('、')) + (rows.length > 30 ? '…' : '')
