import { zodResolver } from '@hookform/resolvers/zod';
import { changePasswordRequest } from '#libs/contracts';

export default zodResolver(changePasswordRequest);
