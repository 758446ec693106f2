import { useState } from 'react'
import { Panel } from '#web/feedback/Panel.tsx'
import { Fields } from '#web/forms/Fields.tsx'
import { useFields } from '#web/forms/useFields.ts'
import { post } from '#web/http/index.ts'
import { t } from '#web/i18n/index.ts'
import { Stack } from '#web/layout/Layout.tsx'
import { actionAddress } from '#web/values/address.ts'
import { openBatch } from '../../model/actions.ts'
import { SendFiles } from './SendFiles.tsx'

const ASKED = ['name', 'kind', 'source', 'matchBy'] as const
/** A new batch: what it is, then its files. Whoever chooses again after a break goes on with the same batch. */
export function NewBatch({ onClose }: { onClose: () => void }) {
  const [isOpen, setOpen] = useState(true)
  const [batchId, setBatch] = useState<string>()
  const form = useFields(openBatch.input, ASKED, { source: 'school', matchBy: 'any' })
  const open = async (expected: number): Promise<string> => {
    if (batchId) return batchId
    const input = form.check({ ...form.values, expected })
    if (!input) throw new Error(t('请先填好上面的内容'))
    const { id } = await post<{ id: string }>(actionAddress(openBatch), input, { quiet: true })
    setBatch(id)
    return id
  }
  return (
    <Panel open={isOpen} title={t('新建采集批次')} onClose={() => setOpen(false)} afterClose={onClose}>
      <Stack>
        <p className="ql-help">{t('照片的文件名要是学号、证件号、考生号或图像采集码，例如 2023010101.jpg；带姓名的会核对姓名。')}</p>
        <Fields form={form} disabled={batchId !== undefined} />
        <SendFiles open={open} onDone={() => setOpen(false)} disabled={!form.values.name || !form.values.kind} />
      </Stack>
    </Panel>
  )
}
