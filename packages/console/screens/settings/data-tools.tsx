import { mailsPath } from '@matricola/schema/areas.ts'
import * as sessionCalls from '@matricola/schema/calls/session.ts'
import * as settingsCalls from '@matricola/schema/calls/settings.ts'
import { sessionEndpoints } from '@matricola/schema/wire/endpoints.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useHttp, useProviders, useRegistry } from '../../app/console-context.ts'
import { useUser } from '../../app/user-context.ts'
import { usePageText } from '../../fields/page-text.ts'
import { Button } from '../../kit/button.tsx'
import { FormDialog } from '../../pages/form/form-dialog.tsx'
import { saveFile } from '../../save-file.ts'
import { showToast } from '../../toasts/toast-store.ts'
import { PasswordField, passwordRefusal } from '../password-field.tsx'

/** Downloads of the settings as JSON and of a full backup, and a link to the outbox. */
export function DataTools() {
  const http = useHttp()
  const { t } = usePageText()
  const { role } = useUser()
  const registry = useRegistry()
  const id = useId()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const [missingFiles, setMissingFiles] = useState(0)
  const exporting = useMutation({
    mutationFn: () => saveFile(http, settingsCalls.exportSettings.path),
    onError: (error) => showToast({ severity: 'error', summary: error.message }),
  })
  if (role !== registry.adminRole) return null
  return (
    <section id="data" tabIndex={-1} className="form-section panel" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="section-title">
        {t('settings:data.title')}
      </h2>
      <div className="inline-group tool">
        <p>{t('settings:data.exportText')}</p>
        <Button
          aria-disabled={exporting.isPending}
          onClick={() => !exporting.isPending && exporting.mutate()}
        >
          {t('settings:data.export')}
        </Button>
      </div>
      <div className="inline-group tool">
        <p>{t('settings:data.backupText')}</p>
        {missingFiles > 0 && (
          <p role="alert">{t('settings:data.backupGaps', { number: missingFiles })}</p>
        )}
        <Button onClick={() => setDialogOpen(true)}>{t('settings:data.backup')}</Button>
      </div>
      <div className="inline-group tool">
        <p>{t('settings:data.mailsText')}</p>
        <Link className="button" to={mailsPath(registry)}>
          {t('settings:data.mails')}
        </Link>
      </div>
      {isDialogOpen && (
        <BackupDialog onSaved={setMissingFiles} onClose={() => setDialogOpen(false)} />
      )}
    </section>
  )
}

/** Explains what the backup contains and asks for the password before it is created. */
function BackupDialog({
  onSaved,
  onClose,
}: {
  readonly onSaved: (missingCount: number) => void
  readonly onClose: () => void
}) {
  const { session } = useProviders()
  const http = useHttp()
  const { makeCall } = http
  const { t } = usePageText()
  const id = useId()
  const [password, setPassword] = useState('')
  const backup = useMutation({
    mutationFn: async () => {
      await makeCall(sessionCalls.confirmPassword, { input: { password } })
      await saveFile(http, settingsCalls.downloadBackup.path)
      // The server streams the archive before it knows which files are missing, so their number is
      // fetched afterwards.
      const { data } = await makeCall<typeof sessionCalls.checkAuth>(sessionEndpoints.checkAuth)
      const { alarms = {} } = data
      session.updateUser({ alarms })
      return alarms.files ?? 0
    },
    onSuccess: (missingCount) => {
      if (missingCount === 0)
        showToast({ severity: 'success', summary: t('settings:data.backupDone') })
      onSaved(missingCount)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('settings:data.backup')}
      submit={t(backup.isPending ? 'data.preparing' : 'data.download')}
      isDisabled={backup.isPending}
      cancel={t('form.cancel')}
      onSubmit={() => {
        if (!backup.isPending) backup.mutate()
      }}
      onClose={onClose}
    >
      <p>{t('settings:data.backupHolds')}</p>
      <PasswordField
        id={`${id}-password`}
        label={t('password.own')}
        autoComplete="current-password"
        value={password}
        error={passwordRefusal(backup.error)}
        onChange={setPassword}
      />
    </FormDialog>
  )
}
