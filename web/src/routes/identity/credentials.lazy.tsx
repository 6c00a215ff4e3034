import { createLazyRoute } from '@tanstack/react-router';
import { ResetPassword } from './credentials/reset-password';
import { VerifyEmail } from './credentials/verify-email';
import { ForgotPassword } from './credentials/forgot-password';

export const ForgotPasswordRoute = createLazyRoute('/forgot-password')({
  component: ForgotPassword,
});
export const ResetPasswordRoute = createLazyRoute('/reset-password')({ component: ResetPassword });
export const VerifyEmailRoute = createLazyRoute('/verify-email')({ component: VerifyEmail });
