import { zodResolver } from '@hookform/resolvers/zod';
import { loginRequest } from '#libs/contracts';

export default zodResolver(loginRequest);
